import type { OfferedRail } from '#shared/api.ts'
import type { Currency } from '#shared/currency.ts'
import type { CallOptions } from './call-shop.ts'
import { readOrThrow } from './query-client.ts'

/**
 * Reads which rails accept new orders now, and why the others do not.
 *
 * @param currency of the orders; null for the shop's own.
 */
export function readRails(currency: Currency | null, options: CallOptions): Promise<readonly OfferedRail[]> {
  const query = currency === null ? '' : `?currency=${currency}`
  return readOrThrow<readonly OfferedRail[]>(`/data/rails${query}`, options)
}
