import * as z from 'zod'
import { isAlertKind } from '#shared/alerts.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import { cents, formatCents } from '#shared/money.ts'
import type { ChatEvent } from '#shared/webhooks-api.ts'
import { describeAlert } from '#texts/describe-alert.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'

/** What messages to chats are written with. */
export interface ChatSettings {
  readonly gameTitle: string
  readonly language: Language
  readonly editionName: (edition: EditionId, language: Language) => string
  /** Without a trailing slash. */
  readonly publicUrl: () => string
}

/** A message for a phone. */
export interface ChatMessage {
  readonly title: string
  /** Plain text; each line is a fact. */
  readonly text: string
  readonly link: string
  /** Whether somebody should look now. */
  readonly isUrgent: boolean
}

const AlertData = z.object({
  kind: z.string(),
  subject: z.string(),
  facts: z.unknown(),
  closedAt: z.string().nullable(),
})
const OrderData = z.object({
  orderId: z.string(),
  edition: z.string(),
  quantity: z.number(),
  priceCents: z.int(),
  currency: z.string(),
})

/** Writes the message about an event; `data` is as the trigger of the event wrote it. */
export function writeChatMessage(event: string, data: unknown, settings: ChatSettings): ChatMessage {
  const alert = AlertData.safeParse(data).data
  if (alert !== undefined) return alertMessage(alert, settings)
  const { language, gameTitle } = settings
  const words: Readonly<Record<string, string>> = MAIL_TEXTS[language].alert.events satisfies Record<
    ChatEvent,
    string
  >
  const title = `[${gameTitle}] ${words[event] ?? event}`
  const order = OrderData.safeParse(data).data
  const admin = `${settings.publicUrl()}/admin`
  if (order === undefined) return { title, text: '', link: admin, isUrgent: false }
  const { orderId, edition, quantity, priceCents, currency } = order
  const name = settings.editionName(edition, language)
  return {
    title,
    text: `${name} × ${String(quantity)}, ${formatCents(cents(priceCents), currency)} ${currency}`,
    link: `${admin}#/orders/${orderId}`,
    isUrgent: event === 'order.review',
  }
}

function alertMessage(
  { kind, subject, facts, closedAt }: z.infer<typeof AlertData>,
  { language, gameTitle, editionName, publicUrl }: ChatSettings,
): ChatMessage {
  const { alert: words, colon } = MAIL_TEXTS[language]
  const isOver = closedAt !== null
  // of another release that runs beside this one
  if (!isAlertKind(kind))
    return { title: `[${gameTitle}] ${kind}`, text: '', link: `${publicUrl()}/admin`, isUrgent: !isOver }
  const told = describeAlert(
    { kind, subject, facts },
    { language, words, colon, editionName: (edition) => editionName(edition, language) },
  )
  const stated = told.facts.map(({ label, value }) => `${label}${colon} ${value}`)
  const lines = isOver ? stated : [...stated, `${words.next}${colon} ${told.step}`]
  return {
    title: `${isOver ? `[${words.over}] ` : ''}[${gameTitle}] ${told.headline}`,
    text: lines.join('\n'),
    link: `${publicUrl()}/admin${told.page}`,
    isUrgent: !isOver,
  }
}
