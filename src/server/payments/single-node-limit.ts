import { sql } from 'kysely'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { Db } from '#server/db/database.ts'
import { SINGLE_NODE_WINDOW_S } from '#shared/constants.ts'
import type { PaymentRecord } from './payment-record.ts'
import type { PaymentPolicy } from './policy.ts'

const ALERT = { kind: 'single-node-limit', subject: 'shop' } as const

/**
 * Whether keys of an order leave on the word of a single node: two nodes have not agreed about its money, and nobody has
 * accepted it by hand. Simulated money is never counted.
 */
export function isOnOneNode(
  order: Pick<PaymentRecord, 'attested_at' | 'accepted_transfers' | 'is_simulated'>,
): boolean {
  return order.attested_at === null && order.accepted_transfers === null && !order.is_simulated
}

/**
 * The value that was handed out on the word of a single node within the window, in US cents. Without
 * {@link lockSingleNodeLimit} it is only an estimate: another process may deliver at the same time.
 */
export async function readCentsOnOneNode(db: Db, now: Date): Promise<bigint> {
  const since = new Date(now.getTime() - SINGLE_NODE_WINDOW_S * 1000)
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(price_usd_cents), 0)::bigint as cents from payments
    where is_on_one_node and delivered_at > ${since}`.execute(db)
  return rows[0]?.cents ?? 0n
}

/** Whether orders together would exceed the limit. @param spent as {@link readCentsOnOneNode} returns it. */
export function exceedsSingleNodeLimit(
  spent: bigint,
  orders: readonly Pick<PaymentRecord, 'price_usd_cents'>[],
  { singleNodeCents }: Pick<PaymentPolicy, 'singleNodeCents'>,
): boolean {
  const added = orders.reduce((sum, order) => sum + BigInt(order.price_usd_cents), 0n)
  return spent + added > BigInt(singleNodeCents)
}

/** Makes deliveries on the word of a single node follow one another until the transaction ends. */
export async function lockSingleNodeLimit(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('keyhold single node limit', 0))`.execute(tx)
}

/** Tells staff that orders wait because of the limit, until none does. Called when an order begins or ceases to wait. */
export async function reportSingleNodeLimit(
  tx: Db,
  { singleNodeCents: limit }: Pick<PaymentPolicy, 'singleNodeCents'>,
  now: Date,
): Promise<void> {
  const waiting = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll().as('orders'))
    .where('limited_since', 'is not', null)
    .executeTakeFirstOrThrow()
  const waitingOrders = Number(waiting.orders)
  if (waitingOrders === 0) await closeAlert(tx, ALERT, now)
  else await raiseAlert(tx, { ...ALERT, facts: { limit, waitingOrders }, at: now })
}
