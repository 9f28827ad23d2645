import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { ReadError } from '#web/api/query-client.ts'
import { viewPaymentRow, type PaymentView } from '#web/api/payment-view.ts'
import { readBuyerOrder } from '#web/api/orders.ts'
import { readPayment } from '#web/api/payments.ts'
import { readRails } from '#web/api/rails.ts'
import type { Currency } from '#shared/currency.ts'
import type { OfferedRail } from '#shared/api.ts'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { NetworkId } from '#shared/rails.ts'
import { useLive } from '#web/live/use-live.ts'

/** Polling, in case the live channel fails. */
const POLL_MS = 15_000

/** A payment on the server, read again on every live hint and every 15 seconds. */
export interface PaymentQuery {
  readonly payment: PaymentView | null
  readonly isMissing: boolean
  /** The last reads have failed; polling continues. */
  readonly isFailing: boolean
  readonly reread: () => void
}

export function usePayment(paymentId: string | null): PaymentQuery {
  const query = useQuery({
    queryKey: ['payment', paymentId],
    queryFn:
      paymentId === null
        ? skipToken
        : async ({ signal }) => viewPaymentRow(await readPayment(paymentId, { signal })),
    refetchInterval: POLL_MS,
  })
  const reread = () => void query.refetch()
  useLive(paymentId === null ? null : `payment:${paymentId}`, reread)
  const { error } = query
  const isMissing = error instanceof ReadError && [400, 404].includes(error.failure.status)
  return { payment: query.data ?? null, isMissing, isFailing: query.failureCount > 0 && !isMissing, reread }
}

/**
 * Returns the state of every rail; empty until the shop has replied.
 *
 * @param currency of an order; null for the shop's own.
 */
export function useRails(currency: Currency | null = null): readonly OfferedRail[] {
  const query = useQuery({
    queryKey: ['rails', currency],
    queryFn: ({ signal }) => readRails(currency, { signal }),
    refetchInterval: 4 * POLL_MS,
  })
  useLive('rails', () => void query.refetch())
  return query.data ?? []
}

/** Returns the state of a payment's rail; null until the shop has replied. */
export function useRail(network: NetworkId | null): OfferedRail | null {
  return useRails().find((rail) => rail.network === network) ?? null
}

export type OrderQuery =
  | { readonly kind: 'reading' }
  | { readonly kind: 'open'; readonly order: BuyerOrder }
  /** This browser does not have the order's second secret. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'failing' }

/** Reads what only the buyer may see, again after every change of the payment; `isWanted` false requests nothing. */
export function useOrder(payment: PaymentView, isWanted: boolean): OrderQuery {
  const query = useQuery({
    queryKey: ['order', payment.id, payment.status, payment.flags],
    queryFn: isWanted ? ({ signal }) => readBuyerOrder(payment.id, { signal }) : skipToken,
    placeholderData: keepPreviousData,
  })
  if (query.data !== undefined) return { kind: 'open', order: query.data }
  if (query.error === null) return { kind: 'reading' }
  const { error } = query
  const isClosed = error instanceof ReadError && [400, 401, 403, 404].includes(error.failure.status)
  return { kind: isClosed ? 'closed' : 'failing' }
}
