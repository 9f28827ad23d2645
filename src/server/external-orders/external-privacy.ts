import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { keysTakenBy } from '#server/keys/take-keys.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { ExternalOrder } from '#shared/program-orders.ts'
import { toExternalOrder, type ExternalRecord } from './external-record.ts'

/** A sale made elsewhere, for its buyer. */
export type ExportedSale = ExternalOrder & { readonly keys: readonly string[] }

/** The sales made elsewhere to an e-mail, ignoring case, the oldest first. Erased ones have none. */
export async function exportExternalOf(
  db: Db,
  cipher: KeyCipher,
  email: string,
): Promise<readonly ExportedSale[]> {
  const { rows } = await sql<ExternalRecord>`
    select * from external_orders where lower(user_email) = lower(${email}) order by created_at, id`.execute(
    db,
  )
  const sales: ExportedSale[] = []
  for (const row of rows) {
    // keys that were not mailed yet are nobody's
    const keys = row.delivered_at === null ? [] : await keysTakenBy(db, cipher, row.id)
    sales.push({ ...toExternalOrder(row, { emails: true }), keys })
  }
  return sales
}

/** What {@link eraseExternalOf} did. */
export interface ExternalErasure {
  readonly erasedSales: number
  /** Their keys are still to be mailed. */
  readonly keptSales: number
}

/** Erases the e-mail of a person's sales made elsewhere, but of those whose keys are not mailed yet. Safe to run again. */
export async function eraseExternalOf(tx: Db, email: string, now: Date): Promise<ExternalErasure> {
  const erased = await sql`
    update external_orders o set user_email = null, erased_at = ${now}
    where lower(o.user_email) = lower(${email}) and (o.delivered_at is not null or o.refunded_at is not null)
      and not exists (
        select from mails m where m.dedupe_key = 'keys-elsewhere:' || o.id::text and m.sent_at is null
      )`.execute(tx)
  return { erasedSales: Number(erased.numAffectedRows ?? 0n), keptSales: await countExternalOf(tx, email) }
}

/** How many sales made elsewhere have an e-mail. */
export async function countExternalOf(db: Db, email: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from external_orders where lower(user_email) = lower(${email})`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}
