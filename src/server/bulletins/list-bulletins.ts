import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { BULLETINS_MAX, type BulletinProgress, type BulletinRow } from '#shared/bulletins-api.ts'
import { contentOf, type BulletinRecord } from './bulletin-record.ts'

const REFUSALS_SHOWN = 100

/** All bulletins with how far they are, the newest first. */
export async function listBulletins(db: Db): Promise<BulletinRow[]> {
  const records = await db
    .selectFrom('bulletins')
    .leftJoin('users', 'users.id', 'bulletins.started_by')
    .selectAll('bulletins')
    .select('users.email as started_by_email')
    .orderBy('bulletins.created_at', 'desc')
    .orderBy('bulletins.id')
    .limit(BULLETINS_MAX)
    .execute()
  const rows: BulletinRow[] = []
  for (const record of records) {
    const progress = record.started_at === null ? null : await readProgress(db, record.id)
    rows.push({
      ...contentOf(record),
      id: record.id,
      state: stateOf(record, progress),
      createdAt: record.created_at.toISOString(),
      startedAt: record.started_at?.toISOString() ?? null,
      startedBy: record.started_by_email,
      progress,
    })
  }
  return rows
}

function stateOf(
  { started_at: startedAt, stopped_at: stoppedAt, completed_at: completedAt }: BulletinRecord,
  progress: BulletinProgress | null,
): BulletinRow['state'] {
  if (startedAt === null || progress === null) return 'draft'
  if (stoppedAt !== null && completedAt === null) return 'stopped'
  const isSent = completedAt !== null && progress.sent + progress.leftOut === progress.total
  return isSent ? 'sent' : 'sending'
}

async function readProgress(db: Db, id: string): Promise<BulletinProgress> {
  const { rows } = await sql<Record<Exclude<keyof BulletinProgress, 'refusals'>, bigint>>`
    select count(*) as total,
      count(m.sent_at) as sent,
      count(*) filter (where m.sent_at is null and m.failed_as is not null) as failing,
      -- a mail that was not sent goes with the personal data of its order
      count(*) filter (where o.mail = 'left-out' or (o.mail = 'queued' and m.id is null)) as "leftOut",
      count(*) filter (where o.refund = 'requested') as "refundsRequested",
      count(*) filter (where o.refund = 'already') as "refundsAlready"
    from bulletin_orders o
      left join mails m on m.dedupe_key = 'bulletin:' || o.bulletin_id || ':' || o.payment_id
    where o.bulletin_id = ${id}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('expected a row of counts')
  const refused = await db
    .selectFrom('bulletin_orders')
    .select(['payment_id', 'refusal'])
    .where('bulletin_id', '=', id)
    .where('refusal', 'is not', null)
    .orderBy('payment_id')
    .limit(REFUSALS_SHOWN)
    .execute()
  return {
    total: Number(counts.total),
    sent: Number(counts.sent),
    failing: Number(counts.failing),
    leftOut: Number(counts.leftOut),
    refundsRequested: Number(counts.refundsRequested),
    refundsAlready: Number(counts.refundsAlready),
    refusals: refused.map((row) => ({ orderId: row.payment_id, code: row.refusal ?? '' })),
  }
}
