import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { mailOrder } from '#server/payments/mail-order.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { orderFacts } from '#server/payments/order-facts.ts'
import type { FreezeChecks } from '#server/refunds/freeze-checks.ts'
import { quoteRefund } from '#server/refunds/quote-refund.ts'
import { requestRefund, type RefundTerms } from '#server/refunds/request-refund.ts'
import { describeError } from '#server/runtime/log.ts'
import { bulletinWordsIn, isRefunding } from '#shared/bulletins-api.ts'
import { offeredLanguage, type Language } from '#shared/languages.ts'
import { contentOf, type BulletinRecord } from './bulletin-record.ts'

export interface SendBulletinsDeps extends LoggedDbDeps {
  readonly terms: RefundTerms
  readonly freezeChecks: Pick<FreezeChecks, 'stateOfRefundAddress'>
  /** What the shop offers, the default language first. */
  readonly languages: readonly Language[]
  /** Mails that may wait in the outbox at once; 200 by default. */
  readonly queuedMax?: number
}

/** So many that other mails are not delayed for long. */
const QUEUED_MAX = 200

/**
 * Deals with the orders of started bulletins as far as the outbox has room: queues the mail of each order and, of a
 * cancellation or a wrong price, requests its refund. Each step is a transaction of its own, which marks the order; the mail's reason and the
 * order's row are unique. So it is safe to call again after it was cut off anywhere, and from several processes. An order
 * that fails is logged, and tried again by the next call.
 *
 * @returns whether there was such a bulletin.
 */
export async function sendBulletins(deps: SendBulletinsDeps): Promise<boolean> {
  const { db, clock, queuedMax = QUEUED_MAX } = deps
  const bulletins = await db
    .selectFrom('bulletins')
    .selectAll()
    .where('started_at', 'is not', null)
    .where('completed_at', 'is', null)
    .where('stopped_at', 'is', null)
    .orderBy('started_at')
    .execute()
  for (const bulletin of bulletins) {
    const room = queuedMax - (await countQueued(db))
    if (room <= 0) return true
    for (const orderId of await findOpenOrders(db, bulletin.id, room)) await dealWith(deps, bulletin, orderId)
    await db
      .updateTable('bulletins')
      .set({ completed_at: clock() })
      .where('id', '=', bulletin.id)
      .where('completed_at', 'is', null)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('bulletin_orders')
              .select('payment_id')
              .where('bulletin_id', '=', bulletin.id)
              .where('done_at', 'is', null),
          ),
        ),
      )
      .execute()
  }
  return bulletins.length > 0
}

/** Mails of bulletins and of the refunds they request that wait to be sent, without those that were refused. */
async function countQueued(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from mails where sent_at is null and template in ('bulletin', 'refund-asked')
      and (failed_as is null or failed_as = 'unreachable')`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

async function findOpenOrders(db: Db, bulletinId: string, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('bulletin_orders')
    .select('payment_id')
    .where('bulletin_id', '=', bulletinId)
    .where('done_at', 'is', null)
    // those that failed before do not keep the others waiting
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.payment_id)
}

async function dealWith(deps: SendBulletinsDeps, bulletin: BulletinRecord, orderId: string): Promise<void> {
  const { db, log } = deps
  try {
    await db.transaction().execute((tx) => queueBulletin(tx, deps, bulletin, orderId))
    if (!isRefunding(contentOf(bulletin).kind)) return
    const order = await findPayment(db, orderId)
    // nodes are asked before the order is locked
    const freeze = order === null ? null : await deps.freezeChecks.stateOfRefundAddress(order, undefined)
    await db.transaction().execute((tx) => requestItsRefund(tx, deps, bulletin, orderId, freeze))
  } catch (error) {
    log.error({ orderId, error: describeError(error) }, 'a bulletin was not queued; will retry')
  }
}

/** Queues a bulletin for one order, in the order's language if it has words in it, else in the default one. */
async function queueBulletin(
  tx: Db,
  { clock, languages }: SendBulletinsDeps,
  bulletin: BulletinRecord,
  orderId: string,
): Promise<void> {
  const row = await lockOpenOrder(tx, bulletin.id, orderId)
  if (row === null || row.mail !== null) return
  const order = await lockOrder(tx, orderId)
  const { kind, texts } = contentOf(bulletin)
  const isLeftOut =
    order === null ||
    order.status !== 'confirmed' ||
    order.user_email === null ||
    (kind === 'wrong-price' && order.delivered_at !== null)
  if (!isLeftOut) {
    const language = offeredLanguage(order.language, languages)
    const { subject, body, language: wordsIn } = bulletinWordsIn(texts, language, languages)
    const facts = { ...orderFacts(order), kind, subject, body }
    const mail = { template: 'bulletin', facts } as const
    await mailOrder(tx, { ...order, language: wordsIn }, mail, `bulletin:${bulletin.id}:${orderId}`)
  }
  const isDone = isLeftOut || !isRefunding(kind)
  await markOrder(tx, bulletin.id, orderId, {
    mail: isLeftOut ? 'left-out' : 'queued',
    done_at: isDone ? clock() : null,
  })
}

/** Requests the refund of all copies that no refund covers, and quotes it if there is a rate. What is refused waits for staff. */
async function requestItsRefund(
  tx: Db,
  { clock, terms }: SendBulletinsDeps,
  bulletin: BulletinRecord,
  orderId: string,
  freeze: Awaited<ReturnType<FreezeChecks['stateOfRefundAddress']>>,
): Promise<void> {
  const row = await lockOpenOrder(tx, bulletin.id, orderId)
  if (row === null) return
  const now = clock()
  if (bulletin.kind === 'wrong-price') {
    // keys that were handed out since the mail are never taken back
    const order = await lockOrder(tx, orderId)
    if (order !== null && order.delivered_at !== null) {
      const refused = { refund: 'refused', refusal: 'REFUND_NOT_POSSIBLE', done_at: now }
      await markOrder(tx, bulletin.id, orderId, refused)
      return
    }
  }
  const asked = await requestRefund(
    tx,
    { orderId, askedBy: 'staff', actorId: bulletin.started_by, reason: '', freeze },
    terms,
    now,
  )
  if (asked.kind === 'asked')
    // without a rate, or while money is under way, staff quote it later
    for (const { id } of asked.refunds) await quoteRefund(tx, id, terms.policy, now)
  await markOrder(tx, bulletin.id, orderId, {
    refund: asked.kind === 'asked' ? 'requested' : asked.kind,
    refusal: asked.kind === 'refused' ? asked.code : null,
    done_at: now,
  })
}

/** Locks a row that is not done; null if another process was faster, or the bulletin was stopped. */
async function lockOpenOrder(tx: Db, bulletinId: string, orderId: string) {
  const row = await tx
    .selectFrom('bulletin_orders')
    .innerJoin('bulletins', 'bulletins.id', 'bulletin_orders.bulletin_id')
    .select('bulletin_orders.mail')
    .where('bulletins.id', '=', bulletinId)
    .where('bulletins.stopped_at', 'is', null)
    .where('payment_id', '=', orderId)
    .where('done_at', 'is', null)
    .forUpdate('bulletin_orders')
    .executeTakeFirst()
  return row ?? null
}

async function markOrder(
  tx: Db,
  bulletinId: string,
  orderId: string,
  values: {
    readonly mail?: string
    readonly refund?: string
    readonly refusal?: string | null
    readonly done_at: Date | null
  },
): Promise<void> {
  await tx
    .updateTable('bulletin_orders')
    .set(values)
    .where('bulletin_id', '=', bulletinId)
    .where('payment_id', '=', orderId)
    .execute()
}
