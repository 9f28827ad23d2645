import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { EditionId } from '#shared/editions.ts'

/** The link to the files of an order, and whether the order has a right to them. */
export interface FileRight {
  readonly edition: EditionId
  readonly linkNumber: number
  readonly revokedAt: Date | null
  /** Files follow the keys: delivered, not refunded, and not all taken back. */
  readonly isOwed: boolean
}

/** Reads the right of an order to files; null if there is no such order. */
export async function readFileRight(db: Db, orderId: string): Promise<FileRight | null> {
  const { rows } = await sql<FileRight>`
    select p.edition, coalesce(l.number, 1) as "linkNumber", l.revoked_at as "revokedAt",
      p.status = 'confirmed' and p.delivered_at is not null and exists (
        select from game_keys k where k.payment_id = p.id and k.replaced_by is null and k.retired_at is null
      ) as "isOwed"
    from payments p left join file_links l on l.payment_id = p.id
    where p.id = ${orderId}`.execute(db)
  return rows[0] ?? null
}
