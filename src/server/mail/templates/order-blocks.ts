import { railOf } from '#shared/rails.ts'
import type { TemplateContext } from '#server/mail/mail-draft.ts'
import type { OrderFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock, Row } from '#server/mail/mail-layout.ts'

/**
 * The order's details and the link to its page: the end of most mails about an order.
 *
 * @param isSaidBefore whether the mail already states amount and network.
 */
export function orderBlocks(
  facts: OrderFacts,
  context: TemplateContext,
  { isSaidBefore = false } = {},
): readonly MailBlock[] {
  return [orderTable(facts, context, isSaidBefore), linkBlock(facts, context)]
}

function orderTable(
  facts: OrderFacts,
  { language, texts, settings: settings }: TemplateContext,
  isSaidBefore: boolean,
): MailBlock {
  const { order, networks } = texts
  const hash: readonly Row[] =
    facts.transactionHash === null
      ? []
      : [{ label: order.transactionHash, value: facts.transactionHash, isExact: true }]
  const money: readonly Row[] = [
    { label: order.amount, value: amountOf(facts.amount, facts), isExact: true },
    { label: order.network, value: networks[facts.network], isExact: false },
  ]
  return {
    kind: 'table',
    heading: order.heading,
    rows: [
      { label: order.invoiceId, value: facts.paymentId, isExact: true },
      { label: order.edition, value: settings.editionName(facts.edition, language), isExact: false },
      { label: order.copies, value: String(facts.quantity), isExact: true },
      { label: order.paid, value: `${facts.priceUsd} USD`, isExact: true },
      ...(isSaidBefore ? [] : money),
      ...hash,
    ],
  }
}

/** The link sets the order's cookie and redirects to the address without the secret. */
export function linkBlock(
  { paymentId, orderSecret }: Pick<OrderFacts, 'paymentId' | 'orderSecret'>,
  { texts, settings: settings }: TemplateContext,
): MailBlock {
  const href = `${settings.publicUrl()}/order/${paymentId}?key=${encodeURIComponent(orderSecret)}`
  return { kind: 'link', label: texts.open, href, note: texts.openNote }
}

/** A decimal string with the symbol of the order's coin. */
export function amountOf(amount: string, { network }: OrderFacts): string {
  return `${amount} ${railOf(network).symbol}`
}
