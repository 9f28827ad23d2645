import { skipToken, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import { readBuyerOrder } from '#web/api/orders.ts'
import { viewPaymentRow, type PaymentView } from '#web/api/payment-view.ts'
import { readPayment } from '#web/api/payments.ts'
import { ReadError } from '#web/api/query-client.ts'
import { useLive } from '#web/live/use-live.ts'

/** Polling, in case the live channel fails. */
const POLL_MS = 15_000

/** An order as its page has it. */
export interface OrderSnapshot {
  readonly payment: PaymentView
  /** The whole order; null if this browser lacks the second secret and only sees the figures. */
  readonly order: BuyerOrder | null
}

export interface BuyerOrderQuery {
  readonly snapshot: OrderSnapshot | null
  readonly isMissing: boolean
  /** The last reads have failed; polling continues. */
  readonly isFailing: boolean
  readonly reread: () => void
}

/**
 * Returns the order, read again on every live hint and every 15 seconds.
 * @param initial what the server wrote into the page; null if nothing.
 */
export function useBuyerOrder(id: string | null, initial: BuyerOrder | null): BuyerOrderQuery {
  // only the page's own URL sets the cookie: once it is missing, it stays missing until a reload
  const isClosed = useRef(initial?.isOpen === false)
  const query = useQuery({
    queryKey: ['buyer-order', id],
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }): Promise<OrderSnapshot> => {
            if (!isClosed.current) {
              const order = await readOwn(id, signal)
              if (order !== null) return { payment: viewPaymentRow(order.payment), order }
              isClosed.current = true
            }
            return { payment: viewPaymentRow(await readPayment(id, { signal })), order: null }
          },
    ...(initial === null ? {} : { initialData: initialSnapshot(initial) }),
    refetchInterval: POLL_MS,
  })
  const reread = () => void query.refetch()
  useLive(id === null ? null : `payment:${id}`, reread)
  const isMissing = query.error instanceof ReadError && [400, 404].includes(query.error.failure.status)
  return { snapshot: query.data ?? null, isMissing, isFailing: query.failureCount > 0 && !isMissing, reread }
}

function initialSnapshot(order: BuyerOrder): OrderSnapshot {
  return { payment: viewPaymentRow(order.payment), order: order.isOpen ? order : null }
}

/** Null if this browser lacks the second secret. */
async function readOwn(id: string, signal: AbortSignal): Promise<BuyerOrder | null> {
  try {
    return await readBuyerOrder(id, { signal })
  } catch (error) {
    if (error instanceof ReadError && [401, 403].includes(error.failure.status)) return null
    throw error
  }
}
