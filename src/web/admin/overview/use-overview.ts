import type { OverviewReply } from '#shared/overview-api.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'

const POLL_EVERY_MS = 60_000

/** The overview, reloaded every minute; the page and the counts of the navigation share one request. */
export function useOverview() {
  const may = useMay()
  return useRead<OverviewReply>(['overview'], '/functions/overview', {
    refetchInterval: POLL_EVERY_MS,
    enabled: may('orders.read'),
  })
}
