import { isEdition, type EditionId } from '#shared/editions.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'
import { keep, recall } from '#web/ui/browser-store.ts'

/** What the payment dialog is to be opened for. */
export interface OrderIntent {
  readonly edition: EditionId
  readonly quantity: number
  /** The payment to go on with; null: a new one. */
  readonly paymentId: string | null
}

const STORE = 'sessionStorage'
const INTENT_KEY = 'keyhold-order'

/** Whether the live chat's script was let into this page: nobody else's script may see a payment. */
export function isChatLoaded(): boolean {
  return document.documentElement.dataset['chat'] !== undefined
}

/** Keeps what was wanted and fetches the page anew, without the chat; there {@link takeIntent} finds it. */
export function reloadWithIntent(intent: OrderIntent): void {
  keep(STORE, INTENT_KEY, JSON.stringify(intent))
  location.reload()
}

/** What was wanted before the page was fetched anew; once, and null where nothing was. */
export function takeIntent(): OrderIntent | null {
  const kept = recall(STORE, INTENT_KEY)
  if (!kept) return null
  keep(STORE, INTENT_KEY, '')
  return parseIntent(kept)
}

/** Reads the kept text; whatever is no intent counts as none. */
export function parseIntent(text: string): OrderIntent | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null // Written by something else: the same as nothing.
  }
  if (typeof value !== 'object' || value === null) return null
  const { edition, quantity, paymentId } = value as Record<string, unknown>
  if (typeof edition !== 'string' || !isEdition(edition)) return null
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) return null
  if (quantity < QUANTITY_MIN || quantity > QUANTITY_MAX) return null
  const isPayment = typeof paymentId === 'string' && /^[0-9a-f-]{36}$/.test(paymentId)
  return { edition, quantity, paymentId: isPayment ? paymentId : null }
}
