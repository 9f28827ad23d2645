import { sql } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/listener.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isAlertKind } from '#shared/alerts.ts'

export interface AlertMailDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly listener: Pick<Listener, 'subscribe'>
  /** Where alerts are mailed to; null: nowhere. */
  readonly alertEmail: string | null
}

/**
 * Creates the worker that queues a mail for each open alert without one: at start, and when an alert is announced. The row
 * decides, so an announcement that is lost loses no mail.
 */
export function createAlertMailWorker({
  db,
  clock,
  log,
  listener,
  alertEmail,
}: AlertMailDeps): BackgroundWorker {
  let unsubscribe: (() => void) | null = null
  let queueing: Promise<void> = Promise.resolve()
  const wakeUp = () => {
    if (alertEmail === null) return
    queueing = queueing
      .then(() => queueAlertMails(db, alertEmail, clock()))
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
      wakeUp()
      return Promise.resolve()
    },
    stop: async () => {
      unsubscribe?.()
      await queueing
    },
  }
}

/** Queues one mail for each open alert that has none yet, in one transaction. Two processes queue no mail twice. */
export async function queueAlertMails(db: Db, recipient: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; kind: string; subject: string; raised_at: Date }>`
      update alerts set mailed_at = ${now}
      where id in (
        select id from alerts where closed_at is null and mailed_at is null order by raised_at for update skip locked
      )
      returning id, kind, subject, raised_at`.execute(tx)
    for (const { id, kind, subject, raised_at } of rows) {
      if (!isAlertKind(kind)) continue
      await queueMail(tx, {
        dedupeKey: `alert:${id}`,
        template: 'alert',
        language: 'en',
        recipient,
        facts: { kind, subject, raisedAt: raised_at.toISOString() },
      })
    }
  })
}
