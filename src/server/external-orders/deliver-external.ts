import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isLanguage } from '#shared/languages.ts'
import type { ExternalRecord } from './external-record.ts'

/** Orders that one transaction delivers. */
const BATCH = 50

/**
 * Marks a sale made elsewhere as delivered and queues the mail with its keys, in the caller's transaction. The schema refuses
 * it while the keys of its edition are held.
 */
export async function deliverExternal(tx: Db, { id }: ExternalRecord, now: Date): Promise<ExternalRecord> {
  const record = await tx
    .updateTable('external_orders')
    .set({ delivered_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await mailKeys(tx, record, `keys-elsewhere:${id}`)
  return record
}

/** Queues the mail with the keys of a sale made elsewhere, once for each `dedupeKey`; none to an erased e-mail. */
export async function mailKeys(tx: Db, record: ExternalRecord, dedupeKey: string): Promise<void> {
  const { id, user_email: recipient, language, edition, quantity, reference } = record
  if (!isLanguage(language)) throw new Error(`external order ${id} has an unknown language`)
  if (recipient === null) return
  const facts = { externalOrderId: id, edition, quantity, reference }
  await queueMail(tx, { template: 'keys-elsewhere', facts, dedupeKey, language, recipient })
}

/**
 * Delivers the sales made elsewhere that waited for a release which has come, the oldest first. Safe to call again, from
 * several processes.
 *
 * @returns whether there may be more.
 */
export async function deliverReleased({ db, clock }: DbDeps): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<ExternalRecord>`
      select o.* from external_orders o join editions e on e.id = o.edition
      where o.delivered_at is null and o.refunded_at is null and e.keys_held_since is null
      order by o.created_at, o.id limit ${BATCH} for update of o skip locked for share of e`.execute(tx)
    for (const record of rows) await deliverExternal(tx, record, clock())
    return rows.length === BATCH
  })
}
