import type { OverviewReply } from '#shared/overview-api.ts'
import { useRead } from '#web/admin/use-read.ts'

const POLL_EVERY_MS = 60_000

/** The overview, reloaded every minute; the page and the counts of the tabs share one request. */
export function useOverview() {
  return useRead<OverviewReply>(['overview'], '/functions/overview', { refetchInterval: POLL_EVERY_MS })
}
