import { sql } from 'kysely'
import type { Block, ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { Atoms } from '#shared/money.ts'
import type { ChainId } from '#shared/chains.ts'
import type { Asset } from '#shared/assets.ts'
import { networksOf } from '#server/payments/settle-due-orders.ts'
import { railOfRecord } from '#server/payments/payment-record.ts'
import { lockCursor } from './cursor.ts'
import { markForSettling } from './store-transfers.ts'

/** The token balance of an address, read when the chain's head was `head`. */
interface TokenBalance {
  readonly paymentId: string
  readonly address: string
  readonly asset: Asset
  readonly held: Atoms
  readonly head: number
}

/** Reads token balances before orders expire. */
export interface TokenCheck {
  /** Reads the balances of orders whose window has just ended, and stores amounts that no log showed. */
  look(cursor: Block, now: Date): Promise<void>
  /** Whether an order may expire: its balance was read after its window and is explained by transfers. */
  hasChecked(paymentId: string): boolean
}

/** Checked orders are kept only in memory; after a restart they are checked again. */
const REMEMBERED = 10_000

/**
 * Creates the check for a chain whose nodes may silently omit logs (Tron): before an order expires, its token balance is
 * read. The node answers only for its newest block, so the answer is compared once the cursor has passed that block.
 */
export function createTokenCheck(db: Db, reader: ChainReader): TokenCheck {
  const asked = new Map<string, TokenBalance>()
  const done = new Set<string>()

  const compare = async (cursor: Block, now: Date) => {
    for (const balance of [...asked.values()]) {
      if (cursor.height < balance.head) continue
      if (!(await storeMissing(db, reader.chain, balance, cursor, now))) continue
      asked.delete(balance.paymentId)
      done.add(balance.paymentId)
    }
    if (done.size > REMEMBERED) done.clear()
  }

  return {
    hasChecked: (paymentId) => done.has(paymentId),
    look: async (cursor, now) => {
      await compare(cursor, now)
      for (const order of await expiringOrders(db, reader.chain, now)) {
        if (asked.has(order.id) || done.has(order.id)) continue
        const { asset } = railOfRecord(order)
        const { id: paymentId, payment_address: address } = order
        const read = await reader.tokenBalances([address], asset, cursor)
        const held = read?.balances[0]
        // the reader does not look for the token
        if (read === null || held === undefined) done.add(paymentId)
        else asked.set(paymentId, { paymentId, address, asset, held, head: read.upTo })
      }
      await compare(cursor, now)
    },
  }
}

async function expiringOrders(db: Db, chain: ChainId, now: Date) {
  return db
    .selectFrom('payments')
    .select(['id', 'payment_address', 'crypto_network'])
    .where('crypto_network', 'in', [...networksOf(chain)])
    .where('status', '=', 'pending')
    .where('expires_at', '<', now)
    .execute()
}

async function knownTokens(
  db: Db,
  chain: ChainId,
  { address, asset }: Pick<TokenBalance, 'address' | 'asset'>,
): Promise<bigint> {
  const { rows } = await sql<{ atoms: bigint | null }>`
    select sum(atoms) as atoms from transfers
    where chain = ${chain} and address = ${address} and asset = ${asset} and lost_at is null`.execute(db)
  return rows[0]?.atoms ?? 0n
}

/** @returns false if another process has moved the cursor: then the balance is compared at the next poll. */
async function storeMissing(
  db: Db,
  chain: ChainId,
  balance: TokenBalance,
  block: Block,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockCursor(tx, chain, block))) return false
    await tx.selectFrom('payments').select('id').where('id', '=', balance.paymentId).forUpdate().execute()
    // under the locks: two concurrent processes must not both store the same missing tokens
    const missing = balance.held - (await knownTokens(tx, chain, balance))
    if (missing <= 0n) return true
    await tx
      .insertInto('transfers')
      .values({
        chain,
        tx_hash: block.hash,
        output_index: -1,
        address: balance.address,
        evidence: 'balance',
        payment_id: balance.paymentId,
        asset: balance.asset,
        atoms: missing,
        seen_at: now,
        block_height: block.height,
        block_hash: block.hash,
        block_at: block.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await markForSettling(tx, [balance.paymentId])
    return true
  })
}
