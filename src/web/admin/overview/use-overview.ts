import { useQuery } from '@tanstack/react-query'
import type { OverviewReply } from '#shared/overview-api.ts'
import { readOrThrow } from '#web/api/query-client.ts'

const POLL_EVERY_MS = 60_000

/** The overview, reloaded every minute; the page and the counts of the tabs share one request. */
export function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => readOrThrow<OverviewReply>('/functions/overview', { signal }),
    refetchInterval: POLL_EVERY_MS,
  })
}
