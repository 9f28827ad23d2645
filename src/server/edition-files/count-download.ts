import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { FILE_DOWNLOADS_MAX } from '#shared/edition-files.ts'

/** A file, with the link that asks for it. */
export interface AskedFile {
  readonly orderId: string
  readonly linkNumber: number
  readonly file: string
}

/** Counts a download that begins; false if the link was used as often as it may be. */
export async function countDownload(
  db: Db,
  { orderId, linkNumber, file }: AskedFile,
  now: Date,
): Promise<boolean> {
  const counted = await sql`
    insert into file_downloads as d (payment_id, link_number, file, started, last_at)
    values (${orderId}, ${linkNumber}, ${file}, 1, ${now})
    on conflict (payment_id, link_number, file) do update set started = d.started + 1, last_at = excluded.last_at
    where d.started < ${FILE_DOWNLOADS_MAX}
    returning 1`.execute(db)
  return counted.rows.length > 0
}

/** Whether a download was begun with the link, which a range can continue. */
export async function isBegun(db: Db, { orderId, linkNumber, file }: AskedFile): Promise<boolean> {
  const row = await db
    .selectFrom('file_downloads')
    .select('started')
    .where('payment_id', '=', orderId)
    .where('link_number', '=', linkNumber)
    .where('file', '=', file)
    .executeTakeFirst()
  return row !== undefined && row.started < FILE_DOWNLOADS_MAX
}
