import type { BuyerOrder } from '#shared/buyer-api.ts'

/** Whether the order's e-mail and refund address were erased; only the holder of its second secret can know. */
export function isErased(order: Pick<BuyerOrder, 'isOpen' | 'email'> | null): boolean {
  return order !== null && order.isOpen && order.email === null
}
