import type { BuyerEvent, BuyerTransfer } from '#shared/buyer-api.ts'
import type { OrderPageTexts } from '#texts/en/order-page.ts'
import { fill } from '#texts/format.ts'

type Words = Pick<OrderPageTexts, 'event' | 'mails'>

/**
 * Describes one event of the timeline.
 * @param transfer the event's transfer; null if it has none.
 * @param count formats a number in the reader's language.
 */
export function describeEvent(
  { event: words, mails }: Words,
  event: BuyerEvent,
  transfer: BuyerTransfer | null,
  count: (value: number) => string,
): string {
  switch (event.kind) {
    case 'status':
      return describeStatus(words, event)
    case 'lost':
      return words[transfer?.lost?.as ?? 'dropped']
    case 'mail_sent':
      return fill(words.mail_sent, { mail: mailName(mails, event.template) })
    case 'refund_asked':
      // refunds of no copies: money that bought nothing, or an overpaid rest
      return event.copies === null || event.copies === 0
        ? words.refund_money_asked
        : fill(words.refund_asked, { count: count(event.copies) })
    case 'keys_handed_out':
      return fill(words.keys_handed_out, { count: count(event.copies ?? 0) })
    default:
      return words[event.kind]
  }
}

function describeStatus(words: OrderPageTexts['event'], { status, flags }: BuyerEvent): string {
  const text = words[status ?? 'pending']
  const isLate = flags.includes('late') && (status === 'confirmed' || status === 'detected')
  return isLate ? `${text} (${words.late})` : text
}

function mailName(mails: OrderPageTexts['mails'], template: string | null): string {
  const names: Readonly<Record<string, string>> = mails
  return names[template ?? ''] ?? mails.any
}
