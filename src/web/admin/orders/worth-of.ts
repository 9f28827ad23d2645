import type { OrderDetail } from '#shared/orders-api.ts'

/** What all that came is worth now, in cents; null if a part of it has no rate. */
export function worthNow(worth: OrderDetail['worth']): number | null {
  return worth.reduce<number | null>(
    (sum, { nowCents }) => (sum === null || nowCents === null ? null : sum + nowCents),
    0,
  )
}

/**
 * The confirmations of an order: the fewest of the transfers that stand, so that it says what its evidence says; without
 * evidence the number that is stored.
 */
export function confirmationsOf({
  transfers,
  confirmations,
}: Pick<OrderDetail, 'confirmations'> & {
  readonly transfers: readonly Pick<OrderDetail['transfers'][number], 'confirmations' | 'lost'>[]
}): number {
  const standing = transfers.filter(({ lost }) => lost === null)
  return standing.length === 0 ? confirmations : Math.min(...standing.map((one) => one.confirmations))
}
