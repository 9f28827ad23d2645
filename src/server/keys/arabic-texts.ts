import type { ErrorCode } from '#shared/api.ts'
import { KEYS_PER_GENERATION_MAX } from '#shared/constants.ts'

/** The actions of `manage-game-keys`. */
export type KeyAction = 'stats' | 'list' | 'generate' | 'delete' | 'retire' | 'restore' | 'reveal'

/** The error message of each action when it fails. */
const FAILED: Readonly<Record<KeyAction, string>> = {
  stats: 'فشل في تحميل الإحصائيات',
  list: 'فشل في تحميل المفاتيح',
  generate: 'فشل في توليد المفاتيح',
  delete: 'فشل في حذف المفتاح',
  retire: 'فشل في سحب المفتاح',
  restore: 'فشل في إعادة المفتاح',
  reveal: 'فشل في إظهار المفتاح',
}
const COUNT_OUT_OF_RANGE = `عدد المفاتيح يجب أن يكون بين 1 و ${String(KEYS_PER_GENERATION_MAX)}`

/** The message of a failed call. The dashboard translates the code into its own language instead. */
export function failureText(action: KeyAction, code: ErrorCode): string {
  return code === 'COUNT_OUT_OF_RANGE' ? COUNT_OUT_OF_RANGE : FAILED[action]
}

const DONE = {
  generate: (count: number) => `تم توليد المفاتيح بنجاح (العدد: ${String(count)})`,
  delete: (count: number) =>
    count === 1 ? 'تم حذف المفتاح بنجاح' : `تم حذف المفاتيح بنجاح (العدد: ${String(count)})`,
  retire: (count: number) =>
    count === 1 ? 'تم سحب المفتاح بنجاح' : `تم سحب المفاتيح بنجاح (العدد: ${String(count)})`,
  restore: (count: number) =>
    count === 1 ? 'تمت إعادة المفتاح بنجاح' : `تمت إعادة المفاتيح بنجاح (العدد: ${String(count)})`,
} as const

/** The message of a successful call. */
export function successText(action: keyof typeof DONE, count: number): string {
  return DONE[action](count)
}
