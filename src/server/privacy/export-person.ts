import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { exportExternalOf, type ExportedSale } from '#server/external-orders/external-privacy.ts'
import { writeStoredMail } from '#server/mail/send-mail.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import { isSupportMailFrom } from './erase-mails.ts'
import { exportAccount, type ExportedAccount } from './export-account.ts'
import { exportOrder, type ExportedOrder } from './export-order.ts'
import { findOrdersByEmail } from './find-orders-by-email.ts'
import { personCode } from './person-code.ts'

/** Everything the shop stores about a person, to be written as JSON. Times are ISO 8601, amounts decimal strings. */
export interface ExportedPerson {
  readonly exportedAt: string
  readonly email: string
  readonly orders: readonly ExportedOrder[]
  /** Sales made elsewhere. */
  readonly sales: readonly ExportedSale[]
  /** Entries of the waiting list. */
  readonly waiting: readonly ExportedWaiting[]
  readonly mails: readonly ExportedMail[]
  readonly supportMessages: readonly ExportedMessage[]
  /** The staff account; null if there is none. */
  readonly account: ExportedAccount | null
}

interface ExportedWaiting {
  readonly email: string
  readonly edition: string
  readonly language: string
  readonly askedAt: string
  readonly confirmedAt: string | null
}

interface ExportedMail {
  readonly to: string
  readonly about: string
  readonly language: string
  readonly subject: string
  readonly orderId: string | null
  readonly madeAt: string
  readonly sentAt: string | null
}

interface ExportedMessage {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly madeAt: string
  readonly sentAt: string | null
}

/**
 * Exports the data stored under an e-mail, in upper or lower case. Secrets and other people's data and keys are left out:
 * decisions of the staff are included, but not who made them.
 */
export async function exportPerson(
  db: Db,
  {
    email,
    now,
    secret,
    keyCipher,
    setting,
  }: {
    readonly email: string
    readonly now: Date
    readonly secret: Uint8Array
    readonly keyCipher: KeyCipher
    readonly setting: MailSettings
  },
): Promise<ExportedPerson> {
  // one snapshot, so that orders and mails are consistent
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const orders: ExportedOrder[] = []
      for (const order of await findOrdersByEmail(tx, email))
        orders.push(await exportOrder(tx, keyCipher, order))
      const person = {
        exportedAt: now.toISOString(),
        email,
        orders,
        sales: await exportExternalOf(tx, keyCipher, email),
        waiting: await exportWaiting(tx, email),
        mails: await exportMails(tx, email, setting),
        supportMessages: await exportMessages(tx, email),
        account: await exportAccount(tx, email),
      }
      const subject = { kind: 'person', id: personCode(secret, email) } as const
      const facts = { orders: orders.map(({ id }) => id) }
      await recordAudit(tx, { at: now, actorId: null, action: 'person.export', subject, facts })
      return person
    })
}

async function exportWaiting(tx: Db, email: string): Promise<readonly ExportedWaiting[]> {
  const entries = await tx
    .selectFrom('waiting_list')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .orderBy('asked_at')
    .execute()
  return entries.map((entry) => ({
    email: entry.email,
    edition: entry.edition,
    language: entry.language,
    askedAt: entry.asked_at.toISOString(),
    confirmedAt: entry.confirmed_at?.toISOString() ?? null,
  }))
}

async function exportMails(tx: Db, email: string, setting: MailSettings): Promise<readonly ExportedMail[]> {
  const mails = await tx
    .selectFrom('mails')
    .selectAll()
    .where(sql<boolean>`lower(recipient) = lower(${email})`)
    // support mails go to the studio; `exportMessages` exports them by author
    .where('template', '<>', 'support')
    .orderBy('created_at')
    .execute()
  const subjects: string[] = []
  for (const mail of mails) subjects.push((await writeStoredMail(tx, mail, setting)).subject)
  return mails.map((mail, at) => ({
    to: mail.recipient,
    about: mail.template,
    language: mail.language,
    subject: subjects[at] ?? '',
    orderId: mail.payment_id,
    madeAt: mail.created_at.toISOString(),
    sentAt: mail.sent_at?.toISOString() ?? null,
  }))
}

async function exportMessages(tx: Db, email: string): Promise<readonly ExportedMessage[]> {
  const mails = await tx
    .selectFrom('mails')
    .select(['facts', 'created_at', 'sent_at'])
    .where(isSupportMailFrom(email))
    .orderBy('created_at')
    .execute()
  return mails.map((mail) => {
    const facts = mail.facts as { readonly name: string; readonly email: string; readonly message: string }
    return {
      name: facts.name,
      email: facts.email,
      message: facts.message,
      madeAt: mail.created_at.toISOString(),
      sentAt: mail.sent_at?.toISOString() ?? null,
    }
  })
}
