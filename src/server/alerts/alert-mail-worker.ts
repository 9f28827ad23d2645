import { sql } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/listener.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isAlertKind, stockForecastOf } from '#shared/alerts.ts'

export interface AlertMailDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly listener: Pick<Listener, 'subscribe'>
  /** Where alerts are mailed to; null: to nobody. */
  readonly recipients: AlertRecipients | null
}

/** An address, or everyone who is an owner when the mail is queued. */
export type AlertRecipients = { readonly email: string } | 'owners'

/** What an announcement has not woken is found by this. */
const EVERY_MS = 60_000

/**
 * Creates the worker that queues a mail for each open alert without one, and one when it is over: at start, when an alert
 * is announced, and every minute. The row decides, so an announcement that is lost loses no mail.
 */
export function createAlertMailWorker({
  db,
  clock,
  log,
  listener,
  recipients,
}: AlertMailDeps): BackgroundWorker {
  let unsubscribe: (() => void) | null = null
  let interval: NodeJS.Timeout | null = null
  let queueing: Promise<void> = Promise.resolve()
  const wakeUp = () => {
    if (recipients === null) return
    queueing = queueing
      .then(() => queueAlertMails(db, recipients, clock()))
      .catch((error: unknown) => {
        log.error({ error: describeError(error) }, 'mails about alerts could not be queued; will retry')
      })
  }
  return {
    name: 'alerts',
    start: () => {
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'alerts') wakeUp()
        },
        rereadAll: wakeUp,
      })
      interval = setInterval(wakeUp, EVERY_MS)
      wakeUp()
      return Promise.resolve()
    },
    stop: async () => {
      unsubscribe?.()
      if (interval !== null) clearInterval(interval)
      await queueing
    },
  }
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
    const over = await sql<AlertToMail>`
      update alerts set over_mailed_at = ${now}
      where id in (
        select id from alerts
        where closed_at is not null and mailed_at is not null and over_mailed_at is null and not is_closed_by_staff
        order by closed_at for update skip locked
      )
      returning id, kind, subject, facts, raised_at`.execute(tx)
    if (begun.rows.length + over.rows.length === 0) return
    for (const { key, recipient } of await findRecipients(tx, recipients)) {
      for (const { id, kind, subject, facts: stored, raised_at } of begun.rows) {
        if (!isAlertKind(kind)) continue
        const stock = stockForecastOf(kind, stored)
        const facts = {
          kind,
          subject,
          raisedAt: raised_at.toISOString(),
          ...(stock === null ? {} : { stock }),
        }
        await queueMail(tx, {
          dedupeKey: `alert:${id}${key}`,
          template: 'alert',
          language: 'en',
          recipient,
          facts,
        })
      }
      for (const { id, kind, subject } of over.rows) {
        if (!isAlertKind(kind)) continue
        const facts = { kind, subject }
        const dedupeKey = `alert-over:${id}${key}`
        await queueMail(tx, { dedupeKey, template: 'alert-over', language: 'en', recipient, facts })
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

async function findRecipients(
  tx: Db,
  recipients: AlertRecipients,
): Promise<readonly { readonly key: string; readonly recipient: string }[]> {
  if (recipients !== 'owners') return [{ key: '', recipient: recipients.email }]
  const owners = await tx
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.email'])
    .where('r.role', '=', 'owner')
    .where('u.disabled_at', 'is', null)
    .orderBy('u.id')
    .execute()
  return owners.map(({ id, email }) => ({ key: `:${id}`, recipient: email }))
}
