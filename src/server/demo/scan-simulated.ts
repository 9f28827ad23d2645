import { sql, type Selectable } from 'kysely'
import {
  ChainError,
  type Block,
  type FoundTransfer,
  type ScanResult,
  type TokenScan,
  type Watch,
} from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { SimTransactions } from '#server/db/schema.ts'
import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms } from '#shared/money.ts'
import { blockOf } from './sim-block-rows.ts'

/** A transaction of a simulated chain. */
export type TransactionRow = Selectable<SimTransactions>

/** Reads blocks and transactions in one snapshot; `watch` is called afterwards, since it uses another connection. */
export async function scanSimulated(
  db: Db,
  chain: ChainId,
  {
    from,
    to,
    isVisible,
  }: {
    readonly from: number
    readonly to: number
    readonly isVisible: (row: TransactionRow) => boolean
  },
  watch: Watch,
): Promise<ScanResult> {
  const { blocks, transactions } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      blocks: await tx
        .selectFrom('sim_blocks')
        .selectAll()
        .where('chain', '=', chain)
        .where('height', '>=', from)
        .where('height', '<=', to)
        .orderBy('height')
        .execute(),
      transactions: await tx
        .selectFrom('sim_transactions')
        .selectAll()
        .where('chain', '=', chain)
        .where('block_height', '>', from)
        .where('block_height', '<=', to)
        .orderBy('block_height')
        .execute(),
    }))
  const [first] = blocks
  const upTo = blocks.at(-1)
  if (first === undefined || upTo === undefined) return missingBlock(chain, from)
  if (first.height !== from) return missingBlock(chain, from)
  if (upTo.height === from) return missingBlock(chain, from + 1)
  const byHeight = new Map(blocks.map((row) => [row.height, blockOf(row)]))
  const transfers = await transfersAmong(transactions.filter(isVisible), byHeight, watch)
  return { upTo: blockOf(upTo), transfers, fromHash: first.hash }
}

/** Token transfers of blocks; blocks that the simulation has deleted are left out. */
export async function scanSimulatedTokens(
  db: Db,
  chain: ChainId,
  { from, to, tokens }: { readonly from: number; readonly to: number; readonly tokens: readonly Asset[] },
  watch: Watch,
): Promise<TokenScan> {
  const rows = await db
    .selectFrom('sim_transactions')
    .selectAll()
    .where('chain', '=', chain)
    .where('block_height', '>=', from)
    .where('block_height', '<=', to)
    .where('asset', 'in', [...tokens])
    .execute()
  const heights = rows.map((row) => row.block_height)
  const blocks = await db
    .selectFrom('sim_blocks')
    .selectAll()
    .where('chain', '=', chain)
    .where(sql<boolean>`height = any(${heights})`)
    .execute()
  const byHeight = new Map(blocks.map((row) => [row.height, blockOf(row)]))
  const kept = rows.filter((row) => isPlain(row) && byHeight.has(row.block_height ?? -1))
  return { upTo: to, transfers: await transfersAmong(kept, byHeight, watch) }
}

export async function transfersAmong(
  rows: readonly TransactionRow[],
  blocks: ReadonlyMap<number, Block>,
  watch: Watch,
): Promise<readonly FoundTransfer[]> {
  if (rows.length === 0) return []
  const ours = await watch.among([...new Set(rows.map((row) => row.address))])
  return rows.filter((row) => ours.has(row.address)).map((row) => transferOf(row, blocks))
}

function transferOf(row: TransactionRow, blocks: ReadonlyMap<number, Block>): FoundTransfer {
  return {
    asset: row.asset as Asset,
    address: row.address,
    atoms: atoms(row.atoms),
    evidence: 'output',
    txHash: row.tx_hash,
    index: row.output_index,
    block: row.block_height === null ? null : (blocks.get(row.block_height) ?? null),
    inputs: row.inputs,
  }
}

/** Whether a transfer is visible: ether sent by a contract is not, nor is a counterfeit token, by the filter for the genuine contract. */
export function isPlain(row: TransactionRow): boolean {
  return row.is_genuine && row.evidence === 'output'
}

/** @throws {ChainError} for a block that the chain does not have. */
export function missingBlock(chain: ChainId, height: number): never {
  throw new ChainError(
    chain,
    'inconsistent',
    `expected block ${String(height)} on the simulated chain, which ends before it or keeps it no more`,
  )
}
