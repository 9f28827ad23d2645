import type * as z from 'zod'
import type { ExternalOrderListReply } from '#shared/external-orders-api.ts'
import type { ExternalOrderReply } from '#shared/program-orders.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { useReadPages } from '#web/admin/use-read.ts'
import type { SaleFilters } from './sale-filters.ts'

export const SALES = '/functions/external-orders'

export type SaleListResult = z.infer<typeof ExternalOrderListReply>
type Sale = z.infer<typeof ExternalOrderReply>

export const markRefunded = (id: string) => callAdmin<Sale>('POST', `${SALES}/${id}/refund`, {})
export const sendKeysAgain = (id: string) => callAdmin<Sale>('POST', `${SALES}/${id}/resend`, {})

/** The list of sales made elsewhere that the filters leave, page by page. */
export function useSales(filters: SaleFilters) {
  return useReadPages<SaleListResult>(['orders', 'elsewhere', filters], SALES, { ...filters })
}
