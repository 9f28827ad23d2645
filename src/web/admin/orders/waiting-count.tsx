import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatCount } from '#texts/format.ts'
import { readOrders } from './order-calls.ts'
import { parseOrderFilters } from './order-filters.ts'

const POLL_EVERY_MS = 60_000
const IN_REVIEW = parseOrderFilters({ status: 'review' })

/** Shows how many orders wait for review; renders nothing if none do. */
export function WaitingCount() {
  const { language } = useAdmin()
  const inbox = useQuery({
    queryKey: ['orders', 'review'],
    queryFn: ({ signal }) => readOrders(IN_REVIEW, '', signal),
    refetchInterval: POLL_EVERY_MS,
  })
  const count = inbox.data?.review ?? 0
  return count === 0 ? null : <span className="count">{formatCount(language, count)}</span>
}
