import { railOf } from '#shared/rails.ts'
import { formatCount } from '#texts/format.ts'
import type { TemplateContext } from '#server/mail/mail-draft.ts'
import type { OrderFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock, Row } from '#server/mail/mail-layout.ts'

/**
 * The order's details and what else its page is good for: the end of most mails about an order.
 *
 * @param isSaidBefore whether the mail already states amount and network.
 */
export function orderBlocks(
  facts: OrderFacts,
  context: TemplateContext,
  { isSaidBefore = false } = {},
): readonly MailBlock[] {
  return [orderTable(facts, context, isSaidBefore), ...accessBlocks(facts, context)]
}

function orderTable(
  facts: OrderFacts,
  { language, texts, settings }: TemplateContext,
  isSaidBefore: boolean,
): MailBlock {
  const { order, networks } = texts
  const hash: readonly Row[] =
    facts.transactionHash === null
      ? []
      : [{ label: order.transactionHash, value: facts.transactionHash, isExact: true }]
  const discount: readonly Row[] =
    facts.discount === undefined
      ? []
      : [{ label: order.discount, value: `${facts.discount} ${facts.currency}`, isExact: true }]
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
      { label: order.copies, value: formatCount(language, facts.quantity), isExact: false },
      ...discount,
      { label: order.paid, value: `${facts.price} ${facts.currency}`, isExact: true },
      ...(isSaidBefore ? [] : money),
      ...hash,
    ],
  }
}

/**
 * The button that leads to the order's page, near the top of a mail. The secret is behind `#`, which browsers send to no
 * server: it is in no log and no Referer header.
 */
export function openBlock(
  { paymentId }: Pick<OrderFacts, 'paymentId'>,
  { texts, settings }: TemplateContext,
  pay?: { readonly label: string; readonly note: string },
): MailBlock {
  const { secret } = settings.orderAccess(paymentId)
  const href = `${settings.publicUrl()}/order/${paymentId}#key=${encodeURIComponent(secret)}`
  return pay === undefined
    ? { kind: 'link', label: texts.open, href, note: texts.openNote }
    : { kind: 'link', label: pay.label, href, note: `${pay.note} ${texts.openNote}` }
}

/** The code to type on the order's page if no script runs, and the link to withdraw from the contract, which needs no sign-in. */
export function accessBlocks(
  { paymentId }: Pick<OrderFacts, 'paymentId'>,
  { language, texts, settings }: TemplateContext,
): readonly MailBlock[] {
  return [
    { kind: 'paragraph', text: texts.openCode, exact: settings.orderAccess(paymentId).code },
    {
      kind: 'quiet-link',
      label: texts.withdrawal.link,
      href: `${settings.publicUrl()}/withdraw?order=${paymentId}&lang=${language}`,
    },
  ]
}

/** A decimal string with the symbol of the order's coin. */
export function amountOf(amount: string, { network }: OrderFacts): string {
  return `${amount} ${railOf(network).symbol}`
}
