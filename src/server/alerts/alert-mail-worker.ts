import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/listener.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isAlertKind } from '#shared/alerts.ts'
import { isLanguage, type Language } from '#shared/languages.ts'

export interface AlertMailDeps extends LoggedDbDeps {
  readonly listener: Pick<Listener, 'subscribe'>
  /** Where alerts are mailed to; null: to nobody. */
  readonly recipients: AlertRecipients | null
}

/** An address, or everyone who is an owner when the mail is queued. */
export interface AlertRecipients {
  readonly to: { readonly email: string } | 'owners'
  /** Of the address, and of owners who have not used the back office yet. */
  readonly language: Language
}

/** What an announcement has not woken is found by this. */
const EVERY_MS = 60_000

/**
 * Creates the worker that queues a mail for each open alert without one, and one when it is over: at start, when an alert
 * is announced, and every minute. The row decides, so an announcement that is lost loses no mail.
 */
export function createAlertMailWorker(deps: AlertMailDeps): BackgroundWorker {
  const { db, clock, log, listener, recipients } = deps
  return createIntervalWorker({
    name: 'alerts',
    firstAfterMs: 0,
    everyMs: EVERY_MS,
    wokenBy: { topic: 'alerts', listener },
    work: () => (recipients === null ? Promise.resolve() : queueAlertMails(db, recipients, clock())),
    log,
    onFailure: 'mails about alerts could not be queued; will retry',
  })
}

/**
 * Queues the mails for new alerts, and for those that are over, in one transaction. Two processes queue no mail twice. Of
 * an event that was over before its mail was queued nothing is sent, and nothing of the end of one that a person closed.
 */
export async function queueAlertMails(db: Db, recipients: AlertRecipients, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const begun = await sql<AlertToMail>`
      update alerts set mailed_at = ${now}
      where id in (
        select id from alerts where closed_at is null and mailed_at is null order by raised_at for update skip locked
      )
      returning id, kind, subject, facts, raised_at`.execute(tx)
    const over = await sql<AlertToMail & { readonly closed_at: Date }>`
      update alerts set over_mailed_at = ${now}
      where id in (
        select id from alerts
        where closed_at is not null and mailed_at is not null and over_mailed_at is null and not is_closed_by_staff
        order by closed_at for update skip locked
      )
      returning id, kind, subject, facts, raised_at, closed_at`.execute(tx)
    if (begun.rows.length + over.rows.length === 0) return
    for (const { key, ...to } of await findRecipients(tx, recipients)) {
      for (const { id, kind, subject, facts, raised_at } of begun.rows) {
        if (!isAlertKind(kind)) continue
        await queueMail(tx, {
          ...to,
          dedupeKey: `alert:${id}${key}`,
          template: 'alert',
          facts: { kind, subject, raisedAt: raised_at.toISOString(), facts },
        })
      }
      for (const { id, kind, subject, facts, raised_at, closed_at } of over.rows) {
        if (!isAlertKind(kind)) continue
        const times = { raisedAt: raised_at.toISOString(), closedAt: closed_at.toISOString() }
        await queueMail(tx, {
          ...to,
          dedupeKey: `alert-over:${id}${key}`,
          continues: `alert:${id}${key}`,
          template: 'alert-over',
          facts: { kind, subject, facts, ...times },
        })
      }
    }
  })
}

interface AlertToMail {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly facts: unknown
  readonly raised_at: Date
}

interface Recipient {
  /** Part of the mail's key: of an owner the id. */
  readonly key: string
  readonly recipient: string
  readonly language: Language
}

async function findRecipients(tx: Db, { to, language }: AlertRecipients): Promise<readonly Recipient[]> {
  if (to !== 'owners') return [{ key: '', recipient: to.email, language }]
  const owners = await tx
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.language'])
    .where('r.role', '=', 'owner')
    .where('u.disabled_at', 'is', null)
    .orderBy('u.id')
    .execute()
  return owners.map((owner) => ({
    key: `:${owner.id}`,
    recipient: owner.email,
    language: owner.language !== null && isLanguage(owner.language) ? owner.language : language,
  }))
}
