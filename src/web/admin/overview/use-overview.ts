import { keepPreviousData } from '@tanstack/react-query'
import type { Currency } from '#shared/currency.ts'
import type { OverviewReply } from '#shared/overview-api.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'

const POLL_EVERY_MS = 60_000

/**
 * The overview, reloaded every minute; the page and the counts of the navigation share one request.
 *
 * @param currency of the amounts; null for the shop's own.
 */
export function useOverview(currency: Currency | null = null) {
  const may = useMay()
  const query = currency === null ? '' : `?currency=${currency}`
  return useRead<OverviewReply>(['overview', currency], `/functions/overview${query}`, {
    refetchInterval: POLL_EVERY_MS,
    enabled: may('orders.read'),
    placeholderData: keepPreviousData,
  })
}
