import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { readOrThrow } from '#web/api/query-client.ts'

/** Reads the report of a range of days; the shop's default range if an end is missing. */
export function useReport(range: { readonly from?: string; readonly to?: string }, isEnabled = true) {
  const query = new URLSearchParams(Object.entries(range)).toString()
  return useQuery({
    queryKey: ['statistics', query],
    queryFn: ({ signal }) => readOrThrow<StatisticsReply>(`/functions/statistics?${query}`, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}
