import { railOf } from '#shared/rails.ts'
import type { Stationery } from '#server/mail/letter.ts'
import type { OrderFacts } from '#server/mail/mail-facts.ts'
import type { Block, Row } from '#server/mail/mail-layout.ts'

/**
 * The order's figures and the link to its page: the end of most mails about an order.
 *
 * @param isSaidBefore amount and network stand further up.
 */
export function orderBlocks(
  facts: OrderFacts,
  stationery: Stationery,
  { isSaidBefore = false } = {},
): readonly Block[] {
  return [orderTable(facts, stationery, isSaidBefore), linkBlock(facts, stationery)]
}

function orderTable(
  facts: OrderFacts,
  { language, texts, setting }: Stationery,
  isSaidBefore: boolean,
): Block {
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
      { label: order.edition, value: setting.editionName(facts.edition, language), isExact: false },
      { label: order.copies, value: String(facts.quantity), isExact: true },
      { label: order.paid, value: `${facts.priceUsd} USD`, isExact: true },
      ...(isSaidBefore ? [] : money),
      ...hash,
    ],
  }
}

/** The link sets the order's cookie and moves on to the clean address. */
export function linkBlock(
  { paymentId, orderSecret }: Pick<OrderFacts, 'paymentId' | 'orderSecret'>,
  { texts, setting }: Stationery,
): Block {
  const href = `${setting.publicUrl()}/order/${paymentId}?key=${encodeURIComponent(orderSecret)}`
  return { kind: 'link', label: texts.open, href, note: texts.openNote }
}

/** A decimal string with the symbol of the order's coin. */
export function amountOf(amount: string, { network }: OrderFacts): string {
  return `${amount} ${railOf(network).symbol}`
}
