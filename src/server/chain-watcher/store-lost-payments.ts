import { sql } from 'kysely'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import type { FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { amountWithAsset, type Asset } from '#shared/assets.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'

/** Stores transfers to addresses that a recovery skipped, and alerts staff: their orders are missing in this database. */
export async function storeLostPayments(
  tx: Db,
  chain: ChainId,
  transfers: readonly FoundTransfer[],
  foundAt: Date,
): Promise<void> {
  if (transfers.length === 0) return
  const rows = await tx
    .selectFrom('skipped_addresses')
    .select('address')
    .where('wallet', '=', CHAIN_TABLE[chain].wallet)
    .where(sql<boolean>`address = any(${transfers.map(({ address }) => address)})`)
    .execute()
  const skipped = new Set(rows.map(({ address }) => address))
  const lost = transfers.filter(({ address, atoms }) => atoms > 0n && skipped.has(address))
  if (lost.length === 0) return
  const stored = await tx
    .insertInto('lost_payments')
    .values(
      lost.map((one) => ({
        chain,
        tx_hash: one.txHash,
        output_index: one.index,
        address: one.address,
        asset: one.asset,
        atoms: one.atoms,
        block_height: one.block?.height ?? null,
        block_at: one.block?.at ?? null,
        found_at: foundAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['chain', 'tx_hash', 'output_index', 'address']).doUpdateSet((excluded) => ({
        block_height: excluded.ref('excluded.block_height'),
        block_at: excluded.ref('excluded.block_at'),
      })),
    )
    // a row that was stored before keeps its time
    .returning(['found_at', 'tx_hash', 'address', 'asset', 'atoms'])
    .execute()
  for (const row of stored.filter((one) => one.found_at.getTime() === foundAt.getTime())) {
    const amount = amountWithAsset(chain, row.asset as Asset, row.atoms)
    const facts = { chain, amount, address: row.address, hash: row.tx_hash }
    await raiseAlert(tx, { kind: 'lost-payment', subject: row.tx_hash, facts, at: foundAt })
  }
}
