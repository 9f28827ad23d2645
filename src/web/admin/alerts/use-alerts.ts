import { useQuery } from '@tanstack/react-query'
import { readAlerts } from './alert-calls.ts'

const POLL_EVERY_MS = 60_000

/** The open alerts, reloaded every minute; the list and the count of a tab share one request. */
export function useAlerts() {
  return useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => readAlerts(signal),
    refetchInterval: POLL_EVERY_MS,
  })
}
