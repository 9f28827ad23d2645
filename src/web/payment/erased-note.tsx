import type { BuyerOrder } from '#shared/buyer-api.ts'
import { isErased } from './is-erased.ts'

/**
 * Says that the order's e-mail and refund address were erased; shown to the holder of its second secret, who would
 * otherwise see them.
 */
export function ErasedNote({ order, text }: { readonly order: BuyerOrder; readonly text: string }) {
  if (!isErased(order)) return null
  return <p className="order-warning">{text}</p>
}
