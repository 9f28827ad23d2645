import { createContext, useContext } from 'react'
import type { OrderPageTexts } from '#texts/en/order-page.ts'
import type { SiteTexts } from '#texts/en/site.ts'

/** What every component of the order page needs beside the payment context. */
export interface OrderContextValue {
  readonly texts: SiteTexts['order']
  readonly words: OrderPageTexts
  /** Shown above a printed invoice; empty if unknown. */
  readonly gameTitle: string
  /** Reads the order again. */
  readonly reread: () => void
}

export const OrderContext = createContext<OrderContextValue | null>(null)

export function useOrderContext(): OrderContextValue {
  const value = useContext(OrderContext)
  if (value === null) throw new Error('expected an OrderContext around this component; add one')
  return value
}
