import { useQuery } from '@tanstack/react-query'
import { alertSubjectOf } from '#shared/alerts.ts'
import { useAlerts } from '#web/admin/alerts/use-alerts.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatCount } from '#texts/format.ts'
import { readOrders } from './order-calls.ts'
import { parseOrderFilters } from './order-filters.ts'

const POLL_EVERY_MS = 60_000
const IN_REVIEW = parseOrderFilters({ status: 'review' })

/** Shows how many orders wait for review, and how many alerts are open; renders nothing if there are none. */
export function WaitingCount() {
  const { language } = useAdmin()
  const inbox = useQuery({
    queryKey: ['orders', 'review'],
    queryFn: ({ signal }) => readOrders(IN_REVIEW, '', signal),
    refetchInterval: POLL_EVERY_MS,
  })
  const alerts = useAlerts().data?.alerts ?? []
  // an alert about an order is counted with the order
  const others = alerts.filter(({ kind }) => alertSubjectOf(kind) !== 'order')
  const count = (inbox.data?.review ?? 0) + others.length
  return count === 0 ? null : <span className="count">{formatCount(language, count)}</span>
}
