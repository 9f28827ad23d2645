import type { BuyerOrder } from '#shared/buyer-api.ts'
import { isErased } from './is-erased.ts'

interface ErasedNoteProps {
  readonly order: BuyerOrder
  readonly text: string
}

/** Says that the order's e-mail and refund address are gone, to who holds its second secret and so would see them. */
export function ErasedNote({ order, text }: ErasedNoteProps) {
  if (!isErased(order)) return null
  return <p className="order-warning">{text}</p>
}
