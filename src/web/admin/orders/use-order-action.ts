import { useQueryClient } from '@tanstack/react-query'
import type { CallOutcome } from '#web/api/call-shop.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'

/**
 * Returns a function that shows the outcome of an action on an order or refund and reloads all lists. It resolves to
 * whether the action succeeded.
 */
export function useOrderAction(): (outcome: Promise<CallOutcome<unknown>>, done: string) => Promise<boolean> {
  const { texts } = useAdmin()
  const queries = useQueryClient()
  const showToast = useToast()
  return async (pending, done) => {
    const outcome = await pending
    if (outcome.kind === 'ok') showToast('good', done)
    else showToast('bad', describeFailure(texts, outcome, texts.orders.actFailed))
    await Promise.all(
      ['orders', 'order', 'refunds', 'keys', 'overview'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
    return outcome.kind === 'ok'
  }
}
