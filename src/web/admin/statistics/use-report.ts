import { keepPreviousData } from '@tanstack/react-query'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { useRead } from '#web/admin/use-read.ts'

/** Reads the report of a range of days in a currency; the shop's default range if an end is missing, and its own currency. */
export function useReport(
  range: { readonly from?: string; readonly to?: string; readonly currency?: string },
  isEnabled = true,
) {
  const query = new URLSearchParams(Object.entries(range)).toString()
  return useRead<StatisticsReply>(['statistics', query], `/functions/statistics?${query}`, {
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}
