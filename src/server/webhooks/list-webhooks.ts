import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { WebhookDeliveryRow, WebhookRow } from '#shared/webhooks-api.ts'

const DELIVERIES_SHOWN = 100
const BATCH = 2000

/** All endpoints that messages are written for, the oldest first. */
export async function listWebhooks(db: Db): Promise<WebhookRow[]> {
  const { rows } = await sql<{
    id: string
    url: string | null
    format: string
    label: string
    events: string[]
    has_email: boolean
    paused_at: Date | null
    failures: number
    waiting: bigint
    last: Date | null
  }>`
    select e.*,
      (select count(*) from webhook_deliveries d
        where d.endpoint_id = e.id and d.delivered_at is null and d.given_up_at is null) as waiting,
      (select max(d.delivered_at) from webhook_deliveries d where d.endpoint_id = e.id) as last
    from webhook_endpoints e where e.is_active order by e.created_at, e.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    format: row.format,
    label: row.label,
    events: row.events,
    hasEmail: row.has_email,
    isPaused: row.paused_at !== null,
    failures: row.failures,
    waiting: Number(row.waiting),
    lastDeliveredAt: row.last?.toISOString() ?? null,
  }))
}

/** The newest messages to an endpoint. */
export async function listDeliveries(db: Db, endpointId: string): Promise<WebhookDeliveryRow[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('happened_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(DELIVERIES_SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    orderId: row.payment_id,
    happenedAt: row.happened_at.toISOString(),
    attempts: row.attempts,
    state: row.delivered_at !== null ? 'delivered' : row.given_up_at !== null ? 'given-up' : 'waiting',
    lastAnswer: row.last_answer,
  }))
}

/** Deletes what was written more than 30 days ago. */
export async function deleteOldDeliveries(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - 30 * 24 * 3600_000)
  await inBatches(
    BATCH,
    () =>
      sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where happened_at < ${before} limit ${BATCH} for update skip locked
      )`.execute(db),
    signal,
  )
}
