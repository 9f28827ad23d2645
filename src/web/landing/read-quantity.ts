import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'

/** The quantity in a typed text; null where it is no whole number from 1 to 100. */
export function readQuantity(text: string): number | null {
  if (!/^\d{1,3}$/.test(text)) return null
  const quantity = Number(text)
  return quantity >= QUANTITY_MIN && quantity <= QUANTITY_MAX ? quantity : null
}
