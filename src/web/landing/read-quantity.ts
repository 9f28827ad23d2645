import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'

/** Parses a typed quantity; null unless it is a whole number from 1 to 100. */
export function readQuantity(text: string): number | null {
  if (!/^\d{1,3}$/.test(text)) return null
  const quantity = Number(text)
  return quantity >= QUANTITY_MIN && quantity <= QUANTITY_MAX ? quantity : null
}
