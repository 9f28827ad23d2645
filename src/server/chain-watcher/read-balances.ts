import { sql, type RawBuilder } from 'kysely'
import type { Block, ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { atoms, type Atoms } from '#shared/money.ts'
import { type Asset, isNative } from '#shared/assets.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import { RAILS } from '#shared/rails.ts'
import { lockCursor } from './cursor.ts'
import { markForSettling } from './store-transfers.ts'

/** An order whose address may hold coins that arrived without a visible transfer. */
export interface BalanceOrder {
  readonly id: string
  readonly address: string
}

/**
 * Which orders' balances are read. `'open'`: orders in the chain's own coin that wait for payment, since ether sent by a
 * contract has no visible transfer. `'recent'`: also orders of other rails and expired ones, of the last two days.
 * `'unfinished'`: those of the last 90 days. An order that nothing was paid for leaves all of them when late money no longer
 * counts by itself, a day after its window, and is read once a day with {@link pageOfAllOrders}.
 */
export type BalanceScope = 'open' | 'recent' | 'unfinished'

const DAY_MS = 24 * 3600_000
const AGE_MS: Readonly<Record<Exclude<BalanceScope, 'open'>, number>> = {
  recent: 2 * DAY_MS,
  unfinished: 90 * DAY_MS,
}
/** Two hours more, since a balance counts as paid when it is read. */
const UNPAID_MS = TOP_UP_S * 1000 + 2 * 3600_000

/** Orders of a page: one call. */
const BALANCES_A_PAGE = 2_000

/** All orders ever created, paid ones too, page by page. @param after the id of the last order of the page before; null to begin. */
export async function pageOfAllOrders(
  db: Db,
  chain: ChainId,
  after: string | null,
): Promise<{ readonly orders: readonly BalanceOrder[]; readonly isLast: boolean }> {
  const orders = await db
    .selectFrom('payments')
    .select(['id', 'payment_address as address'])
    .where('wallet', '=', CHAIN_TABLE[chain].wallet)
    .$if(after !== null, (rows) => rows.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(BALANCES_A_PAGE)
    .execute()
  return { orders, isLast: orders.length < BALANCES_A_PAGE }
}

/** The last order of a page, as the order of its scope's index sorts it. */
export interface BalancePosition {
  readonly id: string
  readonly status: PaymentStatus
  /** With microseconds. */
  readonly created: string
}

/** A page of the orders in a scope; `last` is null if none follow. */
export interface BalancePage {
  readonly orders: readonly BalanceOrder[]
  readonly last: BalancePosition | null
}

/** The orders in a scope; none on chains whose coin balances are not read. @param after `last` of the page before; null to begin. */
export async function ordersWithBalances(
  db: Db,
  chain: ChainId,
  reach: BalanceScope,
  now: Date,
  after: BalancePosition | null = null,
): Promise<BalancePage> {
  const { readsCoinBalances, wallet } = CHAIN_TABLE[chain]
  if (!readsCoinBalances) return { orders: [], last: null }
  const inScope = reach === 'open' ? openCondition(chain) : unfinishedCondition(AGE_MS[reach], now)
  if (inScope === null) return { orders: [], last: null }
  // payments_sorted_by_status and payments_listed serve these orders
  const order = reach === 'open' ? sql`status, created_at, id` : sql`created_at, id`
  const beyond =
    after === null
      ? sql`true`
      : reach === 'open'
        ? sql`(status, created_at, id) > (${after.status}, ${after.created}::timestamptz, ${after.id}::uuid)`
        : sql`(created_at, id) > (${after.created}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<BalanceOrder & BalancePosition>`
    select id, payment_address as address, status, created_at::text as created from payments
    where wallet = ${wallet} and ${inScope} and ${beyond}
    order by ${order} limit ${BALANCES_A_PAGE}`.execute(db)
  return { orders: rows, last: rows.length < BALANCES_A_PAGE ? null : (rows.at(-1) ?? null) }
}

/** Null if no coin of the chain is sold for. */
function openCondition(chain: ChainId): RawBuilder<unknown> | null {
  const networks = RAILS.filter((rail) => rail.chain === chain && isNative(chain, rail.asset)).map(
    (rail) => rail.network,
  )
  if (networks.length === 0) return null
  return sql`crypto_network = any(${networks}) and status in ('pending', 'partial', 'detected', 'review')`
}

function unfinishedCondition(ageMs: number, now: Date): RawBuilder<unknown> {
  return sql`created_at > ${new Date(now.getTime() - ageMs)} and (not is_final or status <> 'confirmed')
    and (status not in ('pending', 'expired') or expires_at > ${new Date(now.getTime() - UNPAID_MS)})`
}

/** Reads the balances of orders at the cursor's block, and stores amounts that no transfer explains. */
export async function readBalances(
  db: Db,
  reader: ChainReader,
  orders: readonly BalanceOrder[],
  block: Block,
  now: Date,
): Promise<void> {
  if (orders.length === 0) return
  const { asset } = CHAIN_TABLE[reader.chain]
  const flows = await flowsOf(db, reader.chain, asset, orders, block.height)
  const questions = orders.map(({ address }) => ({
    address,
    plainInflows: flows.inflows.get(address) ?? atoms(0n),
    outflows: flows.outflows.get(address) ?? atoms(0n),
  }))
  const found = new Map((await reader.hiddenInflows(questions, block)).map((one) => [one.address, one]))
  for (const order of orders) {
    const hidden = found.get(order.address)
    if ((hidden?.atoms ?? 0n) === (flows.balances.get(order.address) ?? 0n)) continue
    await db.transaction().execute(async (tx) => {
      if (!(await lockCursor(tx, reader.chain, block))) return
      await tx.selectFrom('payments').select('id').where('id', '=', order.id).forUpdate().execute()
      // read again under the locks: the node's answer was compared with the transfers stored at that time
      const current = await flowsOf(tx, reader.chain, asset, [order], block.height)
      if (isSameFlow(flows, current, order.address))
        await reconcile(tx, reader.chain, order, asset, hidden, current, now)
    })
  }
}

function isSameFlow(before: Flows, after: Flows, address: string): boolean {
  const kinds = ['inflows', 'outflows', 'balances'] as const
  return kinds.every((kind) => (before[kind].get(address) ?? 0n) === (after[kind].get(address) ?? 0n))
}

interface Flows {
  readonly inflows: ReadonlyMap<string, Atoms>
  readonly outflows: ReadonlyMap<string, Atoms>
  readonly balances: ReadonlyMap<string, bigint>
}

async function flowsOf(
  db: Db,
  chain: ChainId,
  asset: Asset,
  orders: readonly BalanceOrder[],
  height: number,
): Promise<Flows> {
  const addresses = orders.map((order) => order.address)
  const { rows } = await sql<{ address: string; kind: 'output' | 'balance' | 'outflow'; atoms: bigint }>`
    select address, evidence as kind, sum(atoms) as atoms from transfers
      where chain = ${chain} and asset = ${asset} and address = any(${addresses}) and lost_at is null
        and block_height <= ${height}
      group by address, evidence
    union all
    select address, 'outflow', sum(atoms) from outflows
      where chain = ${chain} and address = any(${addresses}) and block_height <= ${height}
      group by address`.execute(db)
  const of = (kind: 'output' | 'balance' | 'outflow') =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [row.address, atoms(row.atoms)]))
  return { inflows: of('output'), outflows: of('outflow'), balances: of('balance') }
}

/**
 * If a balance grew, adds a row for the difference at the block where it was first seen; the row is removed with its block.
 * If it fell, that contradicts earlier reads: all its rows are replaced by a single new one.
 */
async function reconcile(
  tx: Db,
  chain: ChainId,
  order: BalanceOrder,
  asset: Asset,
  hidden: FoundTransfer | undefined,
  flows: Flows,
  now: Date,
): Promise<void> {
  const known = flows.balances.get(order.address) ?? 0n
  const total = hidden?.atoms ?? 0n
  if (total < known) {
    await tx
      .deleteFrom('transfers')
      .where('chain', '=', chain)
      .where('address', '=', order.address)
      .where('asset', '=', asset)
      .where('evidence', '=', 'balance')
      .execute()
  }
  const added = total < known ? total : total - known
  if (hidden !== undefined && hidden.block !== null && added > 0n) {
    await tx
      .insertInto('transfers')
      .values({
        chain,
        tx_hash: hidden.txHash,
        output_index: -1,
        address: order.address,
        evidence: 'balance',
        payment_id: order.id,
        asset,
        atoms: added,
        seen_at: now,
        block_height: hidden.block.height,
        block_hash: hidden.block.hash,
        block_at: hidden.block.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await markForSettling(tx, [order.id])
}
