import type { CallOutcome } from '#web/api/call-shop.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'

/**
 * Returns a function that shows the outcome of an action on an order or refund and reloads all lists. It resolves to
 * whether the action succeeded.
 */
export function useOrderAction(): (outcome: Promise<CallOutcome<unknown>>, done: string) => Promise<boolean> {
  const { actFailed } = useAdmin().texts.orders
  const reload = useReload()
  const tell = useTell()
  return async (pending, done) => {
    const isDone = tell(await pending, actFailed, done)
    await reload('orders', 'order', 'refunds', 'keys', 'overview')
    return isDone
  }
}
