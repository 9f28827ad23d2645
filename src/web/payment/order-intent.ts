import { isEditionId, type EditionId } from '#shared/editions.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'
import { storeText, readStoredText } from '#web/ui/browser-store.ts'

/** What the payment dialog is to be opened for. */
export interface OrderIntent {
  readonly edition: EditionId
  readonly quantity: number
  /** The payment to resume; null for a new one. */
  readonly paymentId: string | null
}

const STORE = 'sessionStorage'
const INTENT_KEY = 'keyhold-order'

/** Whether the live chat's script was loaded on this page: no third-party script may see a payment. */
export function isChatLoaded(): boolean {
  return document.documentElement.dataset['chat'] !== undefined
}

/** Stores the intent and reloads the page without the chat; the reloaded page gets it from {@link takeStoredIntent}. */
export function reloadWithIntent(intent: OrderIntent): void {
  storeText(STORE, INTENT_KEY, JSON.stringify(intent))
  location.reload()
}

/** Returns the intent stored before the reload, and removes it; null if there is none. */
export function takeStoredIntent(): OrderIntent | null {
  const stored = readStoredText(STORE, INTENT_KEY)
  if (!stored) return null
  storeText(STORE, INTENT_KEY, '')
  return parseIntent(stored)
}

/** Parses the stored text; null if it is not an intent. */
export function parseIntent(text: string): OrderIntent | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null // Not written by this code: treated as absent.
  }
  if (typeof value !== 'object' || value === null) return null
  const { edition, quantity, paymentId } = value as Record<string, unknown>
  if (typeof edition !== 'string' || !isEditionId(edition)) return null
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) return null
  if (quantity < QUANTITY_MIN || quantity > QUANTITY_MAX) return null
  const isPayment = typeof paymentId === 'string' && /^[0-9a-f-]{36}$/.test(paymentId)
  return { edition, quantity, paymentId: isPayment ? paymentId : null }
}
