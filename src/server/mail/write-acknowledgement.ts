import { createHash } from 'node:crypto'
import type { Language } from '#shared/languages.ts'
import type { WithdrawalStatement } from '#shared/withdrawal.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'

/** The acknowledgement of a withdrawal, as it is shown, mailed and saved. */
export interface Acknowledgement {
  /** The whole file; its last line is the digest of all bytes before that line. */
  readonly text: string
  readonly fileName: string
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string
}

/** Writes the acknowledgement of a statement of withdrawal. The same statement always gives the same bytes. */
export function writeAcknowledgement(
  statement: WithdrawalStatement,
  language: Language,
  gameTitle: string,
): Acknowledgement {
  const texts = MAIL_TEXTS[language]
  const { withdrawal, order, colon } = texts
  const line = (label: string, value: string) => `${label}${colon} ${value}`
  const lines = [
    withdrawal.heading,
    gameTitle,
    '',
    withdrawal.statement,
    line(withdrawal.name, statement.name),
    line(order.invoiceId, statement.paymentId),
    line(withdrawal.email, statement.email),
    line(order.copies, statement.copies === null ? withdrawal.whole : String(statement.copies)),
    '',
    ...momentsOf(statement).map(({ zone, at }) => line(`${withdrawal.submitted} (${zone})`, at)),
  ]
  const before = `${lines.join('\n')}\n`
  const digest = createHash('sha256').update(before).digest('hex')
  return {
    text: `${before}SHA-256: ${digest}\n`,
    fileName: `withdrawal-${statement.paymentId.slice(0, 8)}.txt`,
    digest,
  }
}

/** When a statement was submitted: in UTC and in the sender's time zone, as `2026-03-01 15:05:00`. */
export function momentsOf({
  submittedAt,
  timeZone,
}: Pick<WithdrawalStatement, 'submittedAt' | 'timeZone'>): readonly {
  readonly zone: string
  readonly at: string
}[] {
  const zones = timeZone === 'UTC' ? ['UTC'] : ['UTC', timeZone]
  return zones.map((zone) => ({ zone, at: formatMoment(submittedAt, zone) }))
}

/** Swedish writes dates as ISO 8601 does. */
function formatMoment(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at)
}
