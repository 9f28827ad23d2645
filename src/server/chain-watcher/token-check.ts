import { sql } from 'kysely'
import type { Block, ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { Atoms } from '#shared/money.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import type { ChainId } from '#shared/chains.ts'
import { isNative, readsBalanceOf, type Asset } from '#shared/assets.ts'
import { isPastWindow } from '#server/payments/settle-due-orders.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { lockCursor } from './cursor.ts'
import { rescanTokens } from './recheck-tokens.ts'
import { markForSettling } from './store-transfers.ts'

/** Enough for a window of 15 minutes on a chain with a block every 0.45 s and ten blocks per call. */
const RESCANS_MAX = 250

type CheckedOrder = Pick<
  PaymentRecord,
  'id' | 'payment_address' | 'crypto_network' | 'status' | 'received_atoms' | 'expires_at' | 'created_at'
>

/** The token balance of an order's address, which contains no transfer of a block above `upTo`. */
interface TokenBalance {
  readonly key: string
  readonly order: CheckedOrder
  readonly asset: Asset
  readonly held: Atoms
  readonly upTo: number
}

/** Reads token balances before orders expire or stay partly paid. */
export interface TokenCheck {
  /** Reads the balances of orders whose window has ended, and stores amounts that no log showed. */
  look(cursor: Block, now: Date): Promise<void>
  /** Whether an order may expire: its balance was read after its window and is explained by transfers. */
  hasChecked(record: PaymentRecord, now: Date): boolean
}

/** Checked orders are kept only in memory; after a restart they are checked again. */
const REMEMBERED = 10_000
/** An order's own logs are read again from this long before it was created: the clocks of chain and shop differ. */
const CLOCK_MARGIN_MS = 120_000

/**
 * Creates the check for chains with tokens. A node may omit logs without an error, so before an order expires, and when it
 * stays partly paid, its token balance is read. What the balance shows and no stored log explains is looked for in the logs
 * again, and stored as balance evidence if no log appears. Tron's nodes answer for their newest block only, so an answer is
 * compared once the cursor has passed that block.
 */
export function createTokenCheck(db: Db, reader: ChainReader): TokenCheck {
  const asked = new Map<string, TokenBalance>()
  const done = new Set<string>()

  const compare = async (cursor: Block, now: Date) => {
    for (const balance of [...asked.values()]) {
      if (cursor.height < balance.upTo) continue
      if ((await missingOf(db, reader.chain, balance)) > 0n)
        await lookForLogs(db, reader, balance, cursor, now)
      if (!(await storeMissing(db, reader.chain, balance, cursor, now))) continue
      asked.delete(balance.key)
      done.add(balance.key)
    }
    if (done.size > REMEMBERED) done.clear()
  }

  const ask = async (asset: Asset, orders: readonly CheckedOrder[], cursor: Block, now: Date) => {
    const addresses = orders.map((order) => order.payment_address)
    const read = await reader.tokenBalances(addresses, asset, cursor)
    for (const [at, order] of orders.entries()) {
      const key = keyOf(order, now)
      const held = read?.balances[at]
      // the reader does not look for the token
      if (read === null || held === undefined) done.add(key)
      else asked.set(key, { key, order, asset, held, upTo: read.upTo })
    }
  }

  return {
    hasChecked: (record, now) => {
      const { asset } = railOfRecord(record)
      const isToken = !isNative(reader.chain, asset) && readsBalanceOf(reader.chain, asset)
      return !isToken || done.has(keyOf(record, now))
    },
    look: async (cursor, now) => {
      await compare(cursor, now)
      const due = (await ordersPastTheirWindow(db, reader.chain, now)).filter((order) => {
        const key = keyOf(order, now)
        return !asked.has(key) && !done.has(key)
      })
      for (const asset of reader.assets) {
        const orders = due.filter((order) => railOfRecord(order).asset === asset)
        if (orders.length > 0 && !isNative(reader.chain, asset)) await ask(asset, orders, cursor, now)
      }
      await compare(cursor, now)
    },
  }
}

/** Names one check of an order: a partly paid order is checked after its window, after each change, and before it is reviewed. */
function keyOf(
  order: Omit<CheckedOrder, 'payment_address' | 'crypto_network' | 'created_at'>,
  now: Date,
): string {
  const isTopUpOver = now.getTime() - order.expires_at.getTime() > TOP_UP_S * 1000
  return `${order.id} ${order.status} ${String(order.received_atoms)} ${isTopUpOver ? 'after top-up' : ''}`
}

async function ordersPastTheirWindow(db: Db, chain: ChainId, now: Date): Promise<readonly CheckedOrder[]> {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'payment_address',
      'crypto_network',
      'status',
      'received_atoms',
      'expires_at',
      'created_at',
    ])
    .where(isPastWindow(chain, now))
    .execute()
}

/** Reads the logs since the order was created again, for its address alone. */
async function lookForLogs(
  db: Db,
  reader: ChainReader,
  { order, upTo }: TokenBalance,
  cursor: Block,
  now: Date,
): Promise<void> {
  const since = new Date(order.created_at.getTime() - CLOCK_MARGIN_MS)
  const below = await db
    .selectFrom('checkpoints')
    .select('height')
    .where('chain', '=', reader.chain)
    .where('block_at', '<=', since)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
  const oldest = await db
    .selectFrom('checkpoints')
    .select((select) => select.fn.min('height').as('height'))
    .where('chain', '=', reader.chain)
    .executeTakeFirst()
  const from = below?.height ?? oldest?.height ?? cursor.height
  const watch = {
    few: () => Promise.resolve([order.payment_address]),
    among: (addresses: readonly string[]) =>
      Promise.resolve(new Set(addresses.filter((one) => one === order.payment_address))),
  }
  const span = { from, to: Math.min(upTo, cursor.height) }
  await rescanTokens(db, reader, span, cursor, watch, now, { scansMax: RESCANS_MAX })
}

async function missingOf(db: Db, chain: ChainId, { order, asset, held }: TokenBalance): Promise<bigint> {
  const { rows } = await sql<{ atoms: bigint | null }>`
    select sum(atoms) as atoms from transfers
    where chain = ${chain} and address = ${order.payment_address} and asset = ${asset} and lost_at is null`.execute(
    db,
  )
  return held - (rows[0]?.atoms ?? 0n)
}

/** @returns false if another process has moved the cursor: then the balance is compared at the next poll. */
async function storeMissing(
  db: Db,
  chain: ChainId,
  balance: TokenBalance,
  block: Block,
  now: Date,
): Promise<boolean> {
  const { order, asset } = balance
  return db.transaction().execute(async (tx) => {
    if (!(await lockCursor(tx, chain, block))) return false
    await tx.selectFrom('payments').select('id').where('id', '=', order.id).forUpdate().execute()
    // under the locks: two concurrent processes must not both store the same missing tokens
    const missing = await missingOf(tx, chain, balance)
    if (missing <= 0n) return true
    await tx
      .insertInto('transfers')
      .values({
        chain,
        tx_hash: block.hash,
        output_index: -2,
        address: order.payment_address,
        evidence: 'balance',
        payment_id: order.id,
        asset,
        atoms: missing,
        seen_at: now,
        block_height: block.height,
        block_hash: block.hash,
        block_at: block.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await markForSettling(tx, [order.id])
    return true
  })
}
