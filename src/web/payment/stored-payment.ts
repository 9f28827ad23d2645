import { isEdition, type EditionId } from '#shared/editions.ts'

/** What this browser remembers of an unfinished payment; nothing secret, and nothing about the buyer. */
export interface StoredPayment {
  readonly paymentId: string
  readonly edition: EditionId
  readonly quantity: number
  readonly step: 'payment' | 'verification'
}

const STORED_PAYMENT_KEY = 'keyhold-payment'
const CHANGED = 'keyhold-payment-changed'

/** Reads the stored text; whatever is not a payment, such as an older form, counts as none. */
export function parseStoredPayment(text: string | null): StoredPayment | null {
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null // Written by something else: the same as nothing.
  }
  if (typeof value !== 'object' || value === null) return null
  const { paymentId, edition, quantity, step } = value as Record<string, unknown>
  if (typeof paymentId !== 'string' || !/^[0-9a-f-]{36}$/.test(paymentId)) return null
  if (typeof edition !== 'string' || !isEdition(edition)) return null
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) return null
  return { paymentId, edition, quantity, step: step === 'verification' ? 'verification' : 'payment' }
}

export function readStoredPayment(): StoredPayment | null {
  return parseStoredPayment(fromStorage((storage) => storage.getItem(STORED_PAYMENT_KEY)))
}

export function storePayment(payment: StoredPayment): void {
  fromStorage((storage) => {
    storage.setItem(STORED_PAYMENT_KEY, JSON.stringify(payment))
  })
  window.dispatchEvent(new Event(CHANGED))
}

/** Forgets a payment; another one, begun in another tab, stays. */
export function forgetPayment(paymentId: string): void {
  if (readStoredPayment()?.paymentId !== paymentId) return
  fromStorage((storage) => {
    storage.removeItem(STORED_PAYMENT_KEY)
  })
  window.dispatchEvent(new Event(CHANGED))
}

/** Tells whenever the stored payment changes, in this tab or another. */
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

/** Storage may be switched off or full; the payment then is only not remembered, which the mailed link makes up for. */
function fromStorage<Result>(access: (storage: Storage) => Result): Result | null {
  try {
    return access(window.localStorage)
  } catch (cause) {
    console.warn('This browser keeps nothing: an unfinished payment is not remembered.', cause)
    return null
  }
}
