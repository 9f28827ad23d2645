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

/** What a token contract said an address holds, at a moment when the chain's head was `head`. */
interface TokenBalance {
  readonly paymentId: string
  readonly address: string
  readonly asset: Asset
  readonly held: Atoms
  readonly head: number
}

/** Asks token balances before orders expire. */
export interface TokenCheck {
  /** Asks for orders whose window is over and that were not asked since; stores what logs did not show. */
  look(cursor: Block, now: Date): Promise<void>
  /** Whether an order may expire: its balance was asked after its window, and explained. */
  hasChecked(paymentId: string): boolean
}

/** The checked orders are remembered by this process alone; one that forgets asks again. */
const REMEMBERED = 10_000

/**
 * Before an order expires on a chain whose logs can silently miss (Tron), its token balance is asked. The node answers
 * for its newest block only, so the answer is compared once the cursor has passed the head of that moment.
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
        const held = await reader.tokenBalance(order.payment_address, asset)
        // a reader whose logs can be trusted has no answer, and its orders need none
        if (held === null) done.add(order.id)
        else {
          const { height } = await reader.head()
          const { id: paymentId, payment_address: address } = order
          asked.set(paymentId, { paymentId, address, asset, held, head: height })
        }
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

/** @returns false where another process has read on meanwhile: then it is compared at the next look. */
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
    // under the locks: two processes that compare at once must not both find the same tokens missing
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
