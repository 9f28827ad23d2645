import type * as z from 'zod'
import type {
  KeyChange,
  KeyRevealReply,
  KeysDoneReply,
  KeyStatsReply,
  RetireListReply,
} from '#shared/admin-api.ts'
import type { KeyImportReply } from '#shared/import-api.ts'
import type { EditionId } from '#shared/editions.ts'
import type { AdminTexts } from '#texts/en/admin.ts'
import type { CallFailure } from '#web/api/call-shop.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { callAdmin, sendText } from '#web/admin/call-admin.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import type { Language } from '#shared/languages.ts'
import type { KeyFilters } from './key-filters.ts'

const PATH = '/functions/manage-game-keys'
export const IMPORTS = '/functions/import-keys'

type KeysDone = z.infer<typeof KeysDoneReply>

/** The statistics of all keys, as the query client reads them. */
export const statsQuery = {
  queryKey: ['keys', 'stats'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<z.infer<typeof KeyStatsReply>> =>
    readOrThrow(`${PATH}?action=stats`, { signal }),
}

/** The URL of a page of the list. */
export function listAddress({ edition, status, q, sort, page, after, before }: KeyFilters): string {
  const query = new URLSearchParams({ action: 'list', page: String(page), edition, status, q })
  if (sort !== 'newest') query.set('sort', sort)
  if (after !== '') query.set('after', after)
  if (before !== '') query.set('before', before)
  return `${PATH}?${query.toString()}`
}

/** The URL that exports all keys matching the filters as a file. Every export is audited. */
export function exportAddress({ edition, status, q }: KeyFilters): string {
  return `/functions/export-keys?${new URLSearchParams({ edition, status, q }).toString()}`
}

export const sendGenerateKeys = (edition: EditionId, count: number) =>
  callAdmin<KeysDone>('POST', PATH, { action: 'generate', edition, count })
export const deleteKey = (keyId: string) => callAdmin<KeysDone>('DELETE', PATH, { keyId })
/** Changes several keys, each for itself; the reply names those that were refused. */
export const sendKeyChange = (action: KeyChange, keyIds: readonly string[]) =>
  action === 'delete'
    ? callAdmin<KeysDone>('DELETE', PATH, { keyIds })
    : callAdmin<KeysDone>('POST', PATH, { action, keyIds })
export const sendRetireList = (keys: readonly string[]) =>
  callAdmin<z.infer<typeof RetireListReply>>('POST', '/functions/retire-keys', { keys })
export const retireKey = (keyId: string) => callAdmin<KeysDone>('POST', PATH, { action: 'retire', keyId })
export const restoreKey = (keyId: string) => callAdmin<KeysDone>('POST', PATH, { action: 'restore', keyId })
export const sendReplaceKey = (keyId: string) => callAdmin('POST', '/functions/replace-key', { keyId })
export const revealKey = (keyId: string) =>
  callAdmin<z.infer<typeof KeyRevealReply>>('POST', PATH, { action: 'reveal', keyId })

type ImportReply = z.infer<typeof KeyImportReply>
/** Checking a list of a million keys takes minutes. */
const IMPORT_TIMEOUT_MS = 300_000

/** @param edition of lines that name none; if empty, such lines are invalid. */
export const sendImportCheck = (list: Blob | string, edition: EditionId) =>
  sendText<ImportReply>(`${IMPORTS}${edition === '' ? '' : `?edition=${edition}`}`, list, {
    timeoutMs: IMPORT_TIMEOUT_MS,
  })
/** @param isPartial adds the good lines of a list with bad ones. */
export const sendImportCommit = (importId: string, isPartial: boolean) =>
  callAdmin<ImportReply>(
    'POST',
    `${IMPORTS}/commit`,
    { importId, isPartial },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  )
export const cancelImport = (importId: string) => callAdmin('DELETE', `${IMPORTS}/${importId}`, {})

type KeyOperation = keyof AdminTexts['keys']['errors']

/**
 * Describes a failed action: in Arabic the server's message, whose wording the catalogue prescribes; in other languages
 * the text for the error code. A known reason follows.
 */
export function describeKeyFailure(
  { language, texts }: { readonly language: Language; readonly texts: AdminTexts },
  operation: KeyOperation,
  failure: CallFailure,
): string {
  if (failure.code === 'COUNT_OUT_OF_RANGE') return texts.keys.errors.count
  const isWordedByServer =
    language === 'ar' && operation !== 'replace' && failure.status >= 400 && failure.code !== 'UNAVAILABLE'
  const whole = isWordedByServer ? failure.error : texts.keys.errors[operation]
  const reason = describeFailure({ texts, language }, failure, '')
  return reason === '' ? whole : `${whole}${/[.!?؟。！？]$/.test(whole) ? '' : texts.shell.colon} ${reason}`
}
