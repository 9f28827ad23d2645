import type { PaymentView } from '#web/api/payment-view.ts'

/** One line of what has happened; `at` is null where only the order of things is known. */
export interface TimelineEntry {
  readonly kind: 'ordered' | 'detected' | 'confirmed' | 'delivered' | 'awaitingKeys'
  readonly at: string | null
}

/** What has happened to an order, as far as its figures tell. */
export function orderTimeline(payment: PaymentView, hasKeys: boolean): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [{ kind: 'ordered', at: payment.createdAt }]
  if (payment.status === 'detected') entries.push({ kind: 'detected', at: null })
  if (payment.confirmedAt !== null) entries.push({ kind: 'confirmed', at: payment.confirmedAt })
  if (payment.flags.includes('awaiting_keys')) entries.push({ kind: 'awaitingKeys', at: null })
  else if (hasKeys) entries.push({ kind: 'delivered', at: null })
  return entries
}
