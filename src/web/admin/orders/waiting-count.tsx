import { alertSubjectOf } from '#shared/alerts.ts'
import { useAlerts } from '#web/admin/alerts/use-alerts.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useRead } from '#web/admin/use-read.ts'
import { formatCount } from '#texts/format.ts'
import { ORDERS, type OrderListResult } from './order-calls.ts'

const POLL_EVERY_MS = 60_000

/** Shows how many orders wait for review, and how many alerts are open; renders nothing if there are none. */
export function WaitingCount() {
  const { language } = useAdmin()
  const inbox = useRead<OrderListResult>(['orders', 'review'], `${ORDERS}?status=review`, {
    refetchInterval: POLL_EVERY_MS,
  })
  const alerts = useAlerts().data?.alerts ?? []
  // an alert about an order is counted with the order
  const others = alerts.filter(({ kind }) => alertSubjectOf(kind) !== 'order')
  const count = (inbox.data?.review ?? 0) + others.length
  return count === 0 ? null : <span className="count">{formatCount(language, count)}</span>
}
