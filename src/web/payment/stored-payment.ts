import { isEditionId, type EditionId } from '#shared/editions.ts'

/** What this browser stores about an unfinished payment: no secret, and no personal data. */
export interface StoredPayment {
  readonly paymentId: string
  readonly edition: EditionId
  readonly quantity: number
  readonly step: 'payment' | 'verification'
}

const STORED_PAYMENT_KEY = 'keyhold-payment'
const CHANGED = 'keyhold-payment-changed'

/** Parses the stored text; null if it is not a payment, for example in an older format. */
export function parseStoredPayment(text: string | null): StoredPayment | null {
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null // Not written by this code: treated as absent.
  }
  if (typeof value !== 'object' || value === null) return null
  const { paymentId, edition, quantity, step } = value as Record<string, unknown>
  if (typeof paymentId !== 'string' || !/^[0-9a-f-]{36}$/.test(paymentId)) return null
  if (typeof edition !== 'string' || !isEditionId(edition)) return null
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) return null
  return { paymentId, edition, quantity, step: step === 'verification' ? 'verification' : 'payment' }
}

export function readStoredPayment(): StoredPayment | null {
  return parseStoredPayment(fromStorage((storage) => storage.getItem(STORED_PAYMENT_KEY)))
}

export function storePayment(payment: StoredPayment): void {
  fromStorage((storage) => storage.setItem(STORED_PAYMENT_KEY, JSON.stringify(payment)))
  window.dispatchEvent(new Event(CHANGED))
}

/** Removes a stored payment; another one, started in another tab, is kept. */
export function forgetPayment(paymentId: string): void {
  if (readStoredPayment()?.paymentId !== paymentId) return
  fromStorage((storage) => storage.removeItem(STORED_PAYMENT_KEY))
  window.dispatchEvent(new Event(CHANGED))
}

/** Reports every change of the stored payment, in this tab or another. */
export function watchStoredPayment(onChanged: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORED_PAYMENT_KEY || event.key === null) onChanged()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener(CHANGED, onChanged)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener(CHANGED, onChanged)
  }
}

/** Storage may be disabled or full: then the payment is not stored, and the buyer can use the mailed link. */
function fromStorage<Result>(access: (storage: Storage) => Result): Result | null {
  try {
    return access(window.localStorage)
  } catch (cause) {
    console.warn('Browser storage is not available: an unfinished payment is not stored.', cause)
    return null
  }
}
