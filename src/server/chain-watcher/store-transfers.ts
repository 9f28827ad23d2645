import { sql, type RawBuilder } from 'kysely'
import type { FoundTransfer, Outflow } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'
import { readsBalanceOf } from '#shared/assets.ts'

/**
 * Stores transfers, in the transaction that moves the cursor. Their key comes from the chain, so storing one twice changes
 * nothing. Orders whose transfers changed are marked to be settled again.
 */
export async function storeTransfers(
  tx: Db,
  chain: ChainId,
  transfers: readonly FoundTransfer[],
  seenAt: Date,
): Promise<void> {
  if (transfers.length === 0) return
  const owners = await ownersOf(tx, chain, transfers)
  const touched = new Set<string>()
  for (const transfer of transfers) {
    const paymentId = owners.get(transfer.address)
    if (paymentId === undefined || transfer.atoms === 0n) continue
    if (await storeTransfer(tx, chain, transfer, paymentId, seenAt)) touched.add(paymentId)
  }
  await markForSettling(tx, [...touched])
}

/** Stores what watched addresses spent, to reconcile balances. */
export async function storeOutflows(tx: Db, chain: ChainId, outflows: readonly Outflow[]): Promise<void> {
  if (outflows.length === 0) return
  await tx
    .insertInto('outflows')
    .values(
      outflows.map((one) => ({
        chain,
        tx_hash: one.txHash,
        address: one.address,
        atoms: one.atoms,
        block_height: one.block.height,
      })),
    )
    .onConflict((conflict) => conflict.columns(['chain', 'tx_hash', 'address']).doNothing())
    .execute()
}

/** Marks orders to be settled at the next poll. */
export async function markForSettling(tx: Db, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await tx
    .updateTable('payments')
    .set({ needs_settling: true })
    .where('id', 'in', [...paymentIds])
    .execute()
}

async function ownersOf(
  tx: Db,
  chain: ChainId,
  transfers: readonly FoundTransfer[],
): Promise<ReadonlyMap<string, string>> {
  const addresses = [...new Set(transfers.map((transfer) => transfer.address))]
  const rows = await tx
    .selectFrom('payments')
    .select(['id', 'payment_address'])
    .where('wallet', '=', CHAIN_TABLE[chain].wallet)
    .where(sql<boolean>`payment_address = any(${addresses})`)
    .execute()
  return new Map(rows.map((row) => [row.payment_address, row.id]))
}

/** @returns whether anything changed. */
async function storeTransfer(
  tx: Db,
  chain: ChainId,
  transfer: FoundTransfer,
  paymentId: string,
  seenAt: Date,
): Promise<boolean> {
  const { block } = transfer
  const stored = await sql`
    insert into transfers (chain, tx_hash, output_index, address, evidence, payment_id, asset, atoms, inputs, seen_at,
      block_height, block_hash, block_at)
    values (${chain}, ${transfer.txHash}, ${transfer.index}, ${transfer.address}, ${transfer.evidence}, ${paymentId},
      ${transfer.asset}, ${transfer.atoms}, ${[...transfer.inputs]}, ${firstSight(chain, transfer, seenAt)},
      ${block?.height ?? null}, ${block?.hash ?? null}, ${block?.at ?? null})
    on conflict (chain, tx_hash, output_index, address) do update set
      block_height = coalesce(excluded.block_height, transfers.block_height),
      block_hash = coalesce(excluded.block_hash, transfers.block_hash),
      block_at = coalesce(excluded.block_at, transfers.block_at),
      late_rate_e8 = case when excluded.block_hash is not null then null else transfers.late_rate_e8 end,
      attestations = case when excluded.block_hash is not null then null else transfers.attestations end,
      lost_at = null, lost_as = null
    where transfers.lost_at is not null
      or (excluded.block_hash is not null and excluded.block_hash is distinct from transfers.block_hash)`.execute(
    tx,
  )
  if (stored.numAffectedRows === 0n) return false
  await dropReadBalances(tx, chain, transfer)
  return true
}

/** A replacement that pays the same address, and a log whose index changed, keep the time at which the first one was seen. */
function firstSight(chain: ChainId, transfer: FoundTransfer, seenAt: Date): RawBuilder<Date> {
  const { address, asset, txHash, inputs } = transfer
  return sql<Date>`least(${seenAt}::timestamptz, (
    select min(seen_at) from transfers
    where chain = ${chain} and address = ${address} and asset = ${asset} and evidence = 'output'
      and (tx_hash = ${txHash} or inputs && ${[...inputs]}::text[])))`
}

/** A balance read above a transfer that is found only now already included it, so the balance is read again, never added. */
async function dropReadBalances(tx: Db, chain: ChainId, transfer: FoundTransfer): Promise<void> {
  if (transfer.evidence === 'balance' || transfer.block === null) return
  if (!readsBalanceOf(chain, transfer.asset)) return
  await tx
    .deleteFrom('transfers')
    .where('chain', '=', chain)
    .where('address', '=', transfer.address)
    .where('asset', '=', transfer.asset)
    .where('evidence', '=', 'balance')
    .where('block_height', '>=', transfer.block.height)
    .execute()
}
