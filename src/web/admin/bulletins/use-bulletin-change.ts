import { useQueryClient } from '@tanstack/react-query'
import type { BulletinRequest } from '#shared/bulletins-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { sendBulletinChange } from './bulletin-calls.ts'

/** Carries out a change and reports it; resolves to whether it succeeded. */
export function useBulletinChange(): (change: BulletinRequest, done: string) => Promise<boolean> {
  const { texts } = useAdmin()
  const queries = useQueryClient()
  const showToast = useToast()
  return async (change, done) => {
    const outcome = await sendBulletinChange(change)
    if (outcome.kind === 'ok') showToast('good', done)
    else showToast('bad', describeFailure(texts, outcome, texts.bulletins.failed))
    await queries.invalidateQueries({ queryKey: ['bulletins'] })
    return outcome.kind === 'ok'
  }
}
