import type { EditionId } from '#shared/editions.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import { railOf } from '#shared/rails.ts'
import { layOutHtml, layOutText, type Block } from './mail-layout.ts'
import type { MailContent, MailFacts, OrderFacts } from './mail-facts.ts'
import { textsOf } from './texts-of.ts'

/** What every mail of this shop needs to know beside its own facts. */
export interface MailSetting {
  readonly gameTitle: string
  readonly editionName: (edition: EditionId, language: Language) => string
  /** Without a slash at its end; asked for late, since a demo may learn its port only by listening. */
  readonly publicUrl: () => string
  readonly supportEmail: string
}

export interface WrittenMail {
  readonly subject: string
  readonly text: string
  /** Null for a mail in plain text only. */
  readonly html: string | null
}

/** Words a mail from its facts; the same facts always give the same mail. */
export function writeMail(content: MailContent, wanted: Language, setting: MailSetting): WrittenMail {
  if (content.template === 'support') return writeSupport(content.facts)
  const { language, texts } = textsOf(wanted)
  const { subject, blocks } = openingOf(content, language, setting)
  const all: readonly Block[] = [
    ...blocks,
    ...orderBlocks(content.facts, language, setting),
    ...(content.template === 'refunded' ? [] : [{ kind: 'paragraph', text: texts.refund } as const]),
    { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
  ]
  const frame = { title: setting.gameTitle, subject, language, isRightToLeft: isRightToLeft(language) }
  return { subject, text: layOutText(frame, all), html: layOutHtml(frame, all) }
}

type OrderContent = Exclude<MailContent, { readonly template: 'support' }>

interface Opening {
  readonly subject: string
  readonly blocks: readonly Block[]
}

function openingOf(content: OrderContent, language: Language, setting: MailSetting): Opening {
  switch (content.template) {
    case 'keys':
      return keysMail(content.facts, language, setting)
    case 'keys-follow':
      return keysFollowMail(language, setting)
    case 'refunded':
      return refundedMail(content.facts, language, setting)
  }
}

function keysMail(facts: MailFacts['keys'], language: Language, setting: MailSetting) {
  const { keys } = textsOf(language).texts
  const count = facts.keys.length
  const blocks: readonly Block[] = [
    { kind: 'heading', text: keys.heading(count) },
    { kind: 'paragraph', text: keys.lead },
    { kind: 'exact-list', label: keys.list(count), items: facts.keys },
    { kind: 'paragraph', text: keys.care },
  ]
  return { subject: keys.subject(setting.gameTitle, count), blocks }
}

function keysFollowMail(language: Language, setting: MailSetting) {
  const { keysFollow } = textsOf(language).texts
  const blocks: readonly Block[] = [
    { kind: 'heading', text: keysFollow.heading },
    { kind: 'paragraph', text: keysFollow.lead },
    { kind: 'paragraph', text: keysFollow.next },
  ]
  return { subject: keysFollow.subject(setting.gameTitle), blocks }
}

function refundedMail(facts: MailFacts['refunded'], language: Language, setting: MailSetting): Opening {
  const { refunded } = textsOf(language).texts
  const rows = [
    { label: refunded.amount, value: `${facts.refundAmount} ${facts.refundSymbol}`, isExact: true },
    { label: refunded.address, value: facts.refundAddress, isExact: true },
    ...facts.refundTransactions.map((value) => ({ label: refunded.transaction, value, isExact: true })),
  ]
  const blocks: readonly Block[] = [
    { kind: 'heading', text: refunded.heading },
    { kind: 'paragraph', text: refunded.lead },
    ...(facts.isDelivered && facts.copies > 0
      ? [{ kind: 'paragraph', text: refunded.keys(facts.copies) } as const]
      : []),
    { kind: 'table', heading: refunded.refund, rows },
  ]
  return { subject: refunded.subject(setting.gameTitle), blocks }
}

function orderBlocks(facts: OrderFacts, language: Language, setting: MailSetting): readonly Block[] {
  const { order, networks, open, openNote } = textsOf(language).texts
  const rows = [
    { label: order.invoiceId, value: facts.paymentId, isExact: true },
    { label: order.edition, value: setting.editionName(facts.edition, language), isExact: false },
    { label: order.copies, value: String(facts.quantity), isExact: true },
    { label: order.paid, value: `${facts.priceUsd} USD`, isExact: true },
    { label: order.amount, value: `${facts.amount} ${railOf(facts.network).symbol}`, isExact: true },
    { label: order.network, value: networks[facts.network], isExact: false },
  ]
  if (facts.transactionHash !== null) {
    rows.push({ label: order.transactionHash, value: facts.transactionHash, isExact: true })
  }
  return [
    { kind: 'table', heading: order.heading, rows },
    { kind: 'link', label: open, href: orderLink(facts, setting), note: openNote },
  ]
}

/** Sets the order's cookie and moves on to the clean address. */
function orderLink(facts: OrderFacts, setting: MailSetting): string {
  return `${setting.publicUrl()}/order/${facts.paymentId}?key=${encodeURIComponent(facts.orderSecret)}`
}

/** To the studio: what was typed, as plain text, and nothing made of it. */
function writeSupport(facts: MailFacts['support']): WrittenMail {
  const text = [`From: ${facts.name} <${facts.email}>`, '', facts.message, ''].join('\n')
  return { subject: `Support request from ${facts.name}`, text, html: null }
}
