import type { Block, ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { atoms } from '#shared/money.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import { byAddress, flowsOfAddress, type Flows } from './balance-flows.ts'
import type { BalancePage } from './balance-pages.ts'
import { lockCursor } from './cursor.ts'
import { markForSettling } from './store-transfers.ts'

const NONE = atoms(0n)

/** Reads the balances of orders at the cursor's block, and stores amounts that no transfer explains. @param orders with flows up to it. */
export async function readBalances(
  db: Db,
  reader: ChainReader,
  orders: Pick<BalancePage, 'addresses' | 'flows'>,
  block: Block,
  now: Date,
): Promise<void> {
  if (orders.addresses.length === 0) return
  const flows = byAddress(orders.flows)
  const questions = orders.addresses.map((address) => ({
    address,
    plainInflows: flows.inflows.get(address) ?? NONE,
    outflows: flows.outflows.get(address) ?? NONE,
  }))
  const found = new Map((await reader.hiddenInflows(questions, block)).map((one) => [one.address, one]))
  for (const address of new Set([...found.keys(), ...flows.balances.keys()])) {
    const hidden = found.get(address)
    if ((hidden?.atoms ?? NONE) === (flows.balances.get(address) ?? NONE)) continue
    await db.transaction().execute(async (tx) => {
      if (!(await lockCursor(tx, reader.chain, block))) return
      const order = await lockOrderOf(tx, reader.chain, address)
      if (order === undefined) return
      // read again under the locks: the node's answer was compared with the transfers stored at that time
      const current = await flowsOfAddress(tx, reader.chain, block.height, address)
      if (isSameFlow(flows, current, address))
        await reconcile(tx, reader.chain, { id: order.id, address }, hidden, current, now)
    })
  }
}

function lockOrderOf(tx: Db, chain: ChainId, address: string): Promise<{ readonly id: string } | undefined> {
  return tx
    .selectFrom('payments')
    .select('id')
    .where('wallet', '=', CHAIN_TABLE[chain].wallet)
    .where('payment_address', '=', address)
    .forUpdate()
    .executeTakeFirst()
}

function isSameFlow(before: Flows, after: Flows, address: string): boolean {
  const kinds = ['inflows', 'outflows', 'balances'] as const
  return kinds.every((kind) => (before[kind].get(address) ?? 0n) === (after[kind].get(address) ?? 0n))
}

/**
 * If a balance grew, adds a row for the difference at the block where it was first seen; the row is removed with its block.
 * If it fell, that contradicts earlier reads: all its rows are replaced by a single new one.
 */
async function reconcile(
  tx: Db,
  chain: ChainId,
  order: { readonly id: string; readonly address: string },
  hidden: FoundTransfer | undefined,
  flows: Flows,
  now: Date,
): Promise<void> {
  const { asset } = CHAIN_TABLE[chain]
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
