import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ANNOUNCEMENTS } from '#server/db/pg-connection.ts'
import { together } from '#server/db/together.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { aboutOrder } from '#server/runtime/work-context.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import type { ChainId } from '#shared/chains.ts'
import { NETWORKS, railOf, type NetworkId } from '#shared/rails.ts'
import { deliverTogether } from './deliver-together.ts'
import { deliverOrder, fillWaitingOrders, type DeliveryDeps } from './deliver-order.ts'
import { LimitReachedError, NotEnoughKeysError } from './hand-out-keys.ts'
import type { PaymentRecord } from './payment-record.ts'
import { settlePayment, settleTogether, type SettleDeps } from './settle-payment.ts'

/** Orders that are settled in one transaction. Their buyers wait for their locks, so that there are not more. */
const TOGETHER_MAX = 50

/** The networks whose money moves on a chain. */
export function networksOf(chain: ChainId): readonly NetworkId[] {
  return NETWORKS.filter((network) => railOf(network).chain === chain)
}

/**
 * The condition that an order of a chain waits for money though its window has ended. PostgreSQL keeps a plan only if its values do
 * not matter: subqueries hide them, and the second bound says that few windows end before a time.
 */
export function isPastWindow(chain: ChainId, now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`status in ('pending', 'partial') and crypto_network = any((select ${[...networksOf(chain)]}::text[])::text[])
    and expires_at > '-infinity' and expires_at < (select ${now}::timestamptz)`
}

/**
 * Settles every order of a chain whose status may have changed: by new evidence, by new blocks, or because its window ended.
 * An order that fails is logged and stays due; it does not stop the others.
 *
 * @param hasNewBlocks whether the head has moved since the last call: then the orders with money under way are due too.
 */
export async function settleDueOrders(
  deps: SettleDeps & { readonly log: Log },
  chain: ChainId,
  hasNewBlocks: boolean,
): Promise<void> {
  const { db, clock } = deps
  if (hasNewBlocks)
    await together(db, countConfirmations(chain).compile(db), markFinalOrders(chain).compile(db))
  const due = await findDueOrders(db, chain, hasNewBlocks, clock())
  const ids = due.filter((order) => !isHeldOpen(order, deps)).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += TOGETHER_MAX) {
    const { unsettled, undelivered } = await settleMany(deps, ids.slice(at, at + TOGETHER_MAX))
    for (const id of [...unsettled, ...undelivered])
      await aboutOrder(id, () => settleAlone(deps, id, undelivered.includes(id)))
  }
}

async function settleAlone(
  deps: SettleDeps & { readonly log: Log },
  id: string,
  isSettled: boolean,
): Promise<void> {
  try {
    const isDeliverable = isSettled || (await settlePayment(deps, id)).isDeliverable
    if (isDeliverable) await deliverOrder(deps, id)
  } catch (error) {
    deps.log.error({ error: describeError(error) }, 'an order could not be settled; will retry')
  }
}

/** Orders that are left to be settled and delivered, or only to be delivered, one by one. */
interface LeftOrders {
  readonly unsettled: readonly string[]
  readonly undelivered: readonly string[]
}

/**
 * Settles orders and delivers their keys in one transaction. If that fails for one of them it is rolled back for all, and each
 * is left to a transaction of its own.
 */
async function settleMany(
  { db, log, ...deps }: SettleDeps & { readonly log: Log },
  ids: readonly string[],
): Promise<LeftOrders> {
  try {
    return await db.transaction().execute(async (tx) => {
      const settled = await settleTogether(tx, deps, ids)
      const deliverable = settled.filter((order) => order.isDeliverable).map(({ record }) => record)
      const delivered = await deliverTogether(tx, deps, deliverable)
      const reached = new Set(settled.map(({ record }) => record.id))
      return {
        unsettled: ids.filter((id) => !reached.has(id)),
        undelivered: deliverable.map(({ id }) => id).filter((id) => !delivered.has(id)),
      }
    })
  } catch (error) {
    const isExpected = error instanceof NotEnoughKeysError || error instanceof LimitReachedError
    if (!isExpected)
      log.warn({ error: describeError(error) }, 'orders could not be settled together; each is settled alone')
    return { unsettled: ids, undelivered: [] }
  }
}

/** Whether only the end of its window makes an order due, and it may not expire yet: a balance may be unread for long. */
function isHeldOpen(order: PaymentRecord, { mayExpire }: SettleDeps): boolean {
  return order.status === 'pending' && !order.needs_settling && mayExpire?.(order) === false
}

/**
 * Advances the confirmation counts of unfinished orders to the new head, and notifies pages that show them. Orders that another
 * process holds are counted by it, or with the next block: several are held in the order of their ids, and are found here in
 * another.
 */
function countConfirmations(chain: ChainId): RawBuilder<unknown> {
  return sql`
    with moved as (
      select p.id, c.head_height from payments p, cursors c
      where c.chain = ${chain} and p.crypto_network = any(${[...networksOf(chain)]})
        and not p.is_final and p.status not in ('pending', 'expired')
        and p.blockchain_confirmations > 0 and p.counted_at_head <> c.head_height
      for no key update of p skip locked
    ), counted as (
      update payments p
      set blockchain_confirmations = p.blockchain_confirmations + m.head_height - p.counted_at_head,
        counted_at_head = m.head_height
      from moved m where p.id = m.id
      returning p.id
    )
    select pg_notify(${ANNOUNCEMENTS}, 'payment:' || id) from counted`
}

/**
 * Marks delivered orders as final once all their money is below the chain's finalized height: new blocks cannot change
 * them. One statement is enough, because no status changes. Orders that another process holds are marked with the next block.
 */
function markFinalOrders(chain: ChainId): RawBuilder<unknown> {
  return sql`
    with ripe as (
      select p.id from payments p, cursors c
      where c.chain = ${chain} and p.crypto_network = any(${[...networksOf(chain)]})
        and not p.is_final and not p.needs_settling and p.status = 'confirmed' and p.delivered_at is not null
        and p.ripe_at_final <= c.finalized_height
        and not exists (
          select from transfers t
          where t.payment_id = p.id and t.lost_at is null
            and (t.chain <> c.chain or t.block_height is null or t.block_height > c.finalized_height)
        )
      for no key update of p skip locked
    )
    update payments p set is_final = true from ripe where p.id = ripe.id`
}

/** Delivers confirmed orders whose delivery was interrupted, then those that wait for stock. */
export async function deliverDueOrders({
  log,
  ...deps
}: DeliveryDeps & { readonly log: Log }): Promise<void> {
  const undelivered = await deps.db
    .selectFrom('payments')
    .select('id')
    // as a value, it would hide the partial index from a plan that is kept
    .where('status', '=', sql.lit('confirmed'))
    .where('delivered_at', 'is', null)
    .where('awaiting_keys_since', 'is', null)
    .where('awaiting_release_since', 'is', null)
    .where('needs_settling', '=', false)
    .execute()
  const deliver = async (id: string) => {
    try {
      await deliverOrder(deps, id)
    } catch (error) {
      log.error({ error: describeError(error) }, 'keys could not be delivered; will retry')
    }
  }
  for (const { id } of undelivered) await aboutOrder(id, () => deliver(id))
  await fillWaitingOrders(deps)
}

async function findDueOrders(
  db: Db,
  chain: ChainId,
  hasNewBlocks: boolean,
  now: Date,
): Promise<readonly PaymentRecord[]> {
  const networks = [...networksOf(chain)]
  const topUpOver = new Date(now.getTime() - TOP_UP_S * 1000)
  const { rows } = await sql<PaymentRecord>`
    select * from payments where id in (
    select id from payments where needs_settling
      and (crypto_network = any(${networks})
        or exists (select from transfers t where t.payment_id = payments.id and t.chain = ${chain}))
    union
    select p.id from payments p left join cursors c on c.chain = ${chain}
      where ${hasNewBlocks} and not is_final and status not in ('pending', 'expired') and crypto_network = any(${networks})
        and ((ripe_at_head is null and ripe_at_final is null)
          or ripe_at_head <= c.head_height or ripe_at_final <= c.finalized_height)
    union
    select id from payments
      where ${isPastWindow(chain, now)} and (status = 'pending' or expires_at < ${topUpOver})
    ) order by id`.execute(db)
  return rows
}
