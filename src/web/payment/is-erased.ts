import type { BuyerOrder } from '#shared/buyer-api.ts'

/** Whether the order's e-mail and refund address are gone; told to who holds its second secret alone. */
export function isErased(order: Pick<BuyerOrder, 'isOpen' | 'email'> | null): boolean {
  return order !== null && order.isOpen && order.email === null
}
