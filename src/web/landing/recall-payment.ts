import { isEdition } from '#shared/editions.ts'
import { QUANTITY_MAX } from '#shared/limits.ts'
import { REMEMBERED_PAYMENT_KEY, type RememberedPayment } from '#web/checkout/props.ts'

/** The payment this browser has not finished; null where there is none, or where storage is closed to us. */
export function recallPayment(): RememberedPayment | null {
  try {
    return readRemembered(localStorage.getItem(REMEMBERED_PAYMENT_KEY))
  } catch {
    // A browser may refuse storage altogether (SecurityError): then nothing was remembered.
    return null
  }
}

/** Reads what was remembered, strictly: anything of another form counts as nothing. */
export function readRemembered(text: string | null): RememberedPayment | null {
  if (text === null || !text.startsWith('{')) return null
  const stored = JSON.parse(text) as Partial<Record<keyof RememberedPayment, unknown>>
  const { paymentId, edition, quantity } = stored
  if (typeof paymentId !== 'string' || !/^[0-9a-f-]{36}$/.test(paymentId)) return null
  if (typeof edition !== 'string' || !isEdition(edition)) return null
  if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > QUANTITY_MAX) return null
  return { paymentId, edition, quantity: Number(quantity) }
}
