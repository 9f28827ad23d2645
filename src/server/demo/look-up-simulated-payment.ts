import type { FoundTransfer, PaymentLookup, PaymentLookupQuery } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { Asset } from '#shared/assets.ts'
import { CHAIN_TABLE, formatHash, type ChainId } from '#shared/chains.ts'
import { atoms } from '#shared/money.ts'

/** Reads what a simulated transaction paid to an address, as far as a node would show it. */
export async function lookUpSimulatedPayment(
  db: Db,
  chain: ChainId,
  tokens: readonly Asset[],
  now: Date,
  { txHash, address }: PaymentLookupQuery,
): Promise<PaymentLookup> {
  const hash = formatHash(chain, txHash)
  const rows = await db
    .selectFrom('sim_transactions as t')
    .leftJoin('sim_blocks as b', (join) =>
      join.onRef('b.chain', '=', 't.chain').onRef('b.height', '=', 't.block_height'),
    )
    .selectAll('t')
    .select(['b.hash', 'b.parent_hash', 'b.at'])
    .where('t.chain', '=', chain)
    .where('t.tx_hash', '=', hash)
    .where('t.made_at', '<=', now)
    .execute()
  if (rows.length === 0) return { kind: 'missing' }
  const { asset: coin, readsCoinTransfers } = CHAIN_TABLE[chain]
  const shown: readonly string[] = [...(readsCoinTransfers ? [coin] : []), ...tokens]
  const paying = rows.filter((row) => row.address === address && row.evidence === 'output')
  const ours = paying.filter((row) => row.is_genuine && shown.includes(row.asset))
  const transfers = ours.map((row): FoundTransfer => {
    const { block_height: height, hash: blockHash, parent_hash: parentHash, at } = row
    const isMined = height !== null && blockHash !== null && parentHash !== null && at !== null
    return {
      asset: row.asset as Asset,
      address,
      atoms: atoms(row.atoms),
      evidence: 'output',
      txHash: row.tx_hash,
      index: row.output_index,
      block: isMined ? { height, hash: blockHash, parentHash, at } : null,
      inputs: row.inputs,
    }
  })
  return { kind: 'found', transfers, isUnknownToken: ours.length === 0 && paying.length > 0 }
}
