import { useQueryClient } from '@tanstack/react-query'
import type { CallOutcome } from '#web/api/call-shop.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { wordFailure } from '#web/admin/word-failure.ts'

/**
 * Returns a function that shows the outcome of an action on an order or refund and reloads all lists. It resolves to
 * whether the action succeeded.
 */
export function useOrderAct(): (outcome: Promise<CallOutcome<unknown>>, done: string) => Promise<boolean> {
  const { texts } = useAdmin()
  const queries = useQueryClient()
  const say = useToast()
  return async (asked, done) => {
    const outcome = await asked
    if (outcome.kind === 'ok') say('good', done)
    else say('bad', wordFailure(texts, outcome, texts.orders.actFailed))
    await Promise.all(
      ['orders', 'order', 'refunds', 'keys'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
    return outcome.kind === 'ok'
  }
}
