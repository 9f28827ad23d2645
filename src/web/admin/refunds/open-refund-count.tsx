import { useAdmin } from '#web/admin/admin-context.ts'
import { useOverview } from '#web/admin/overview/use-overview.ts'
import { formatCount } from '#texts/format.ts'

/** Shows how many refunds wait to be paid; renders nothing if there are none. */
export function OpenRefundCount() {
  const { language } = useAdmin()
  const waiting = useOverview().data?.waiting.find(({ kind }) => kind === 'refunds')
  return waiting === undefined ? null : <span className="count">{formatCount(language, waiting.count)}</span>
}
