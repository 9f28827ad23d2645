import type { DbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import {
  ChainError,
  type Block,
  type ChainReader,
  type FoundTransfer,
  type PayoutQuery,
} from '#server/chain/chain-reader.ts'
import { PAYOUT_MISSING, type PayoutLookup } from '#server/chain/payout-answers.ts'
import type { Db } from '#server/db/database.ts'
import { atoms } from '#shared/money.ts'
import { freezeSelectorOf, type Asset } from '#shared/assets.ts'
import { type ChainId, CHAIN_TABLE, walletKindOf, formatHash } from '#shared/chains.ts'
import { attestSimulated } from './attest-simulated.ts'
import { blockOf, blockRow, newestBlock, type BlockRow } from './sim-block-rows.ts'
import { lookUpSimulatedPayment } from './look-up-simulated-payment.ts'
import {
  isPlain,
  missingBlock,
  scanSimulated,
  scanSimulatedTokens,
  transfersAmong,
  type TransactionRow,
} from './scan-simulated.ts'
import { finalBelowHead } from './sim-forms.ts'

interface SimReaderOptions extends DbDeps {
  readonly chain: ChainId
  /** The tokens that are looked for. */
  readonly tokens: readonly Asset[]
  /** Creates the chain's first block. */
  readonly begin: () => Promise<void>
}

/** Creates a reader of a simulated chain that shows only what a reader of a real chain could see. */
export function createSimReader({ db, chain, clock, tokens, begin }: SimReaderOptions): ChainReader {
  const { asset: coin, readsCoinTransfers, readsCoinBalances } = CHAIN_TABLE[chain]
  const { spendsOutputs } = walletKindOf(chain)
  /** What plain transfers show; a chain's own coin may be read from balances alone, or not looked for at all. */
  const shown: readonly string[] = [...(readsCoinTransfers ? [coin] : []), ...tokens]
  const isVisible = (row: TransactionRow) => isPlain(row) && shown.includes(row.asset)
  const newest = async (): Promise<BlockRow> => {
    const row = await newestBlock(db, chain)
    if (row !== undefined) return row
    await begin()
    return (await newestBlock(db, chain)) ?? missingBlock(chain, 0)
  }
  return {
    chain,
    assets: [...(readsCoinTransfers || readsCoinBalances ? [coin] : []), ...tokens],
    isSimulated: true,
    endpointCount: 1,
    head: async () => blockOf(await newest()),
    finality: ({ height }) =>
      Promise.resolve({
        height: Math.max(0, height - finalBelowHead(chain)),
        isReported: CHAIN_TABLE[chain].finality.hasTag,
      }),
    blockAt: async (height) => {
      await newest()
      const row = await blockRow(db, chain, height)
      return row === undefined ? null : blockOf(row)
    },
    scan: (from, to, watch) => scanSimulated(db, chain, { from, to, isVisible }, watch),
    scanTokens: (from, to, watch) =>
      tokens.length === 0 ? null : scanSimulatedTokens(db, chain, { from, to, tokens }, watch),
    recordedTransfers: () => Promise.resolve(null),
    unconfirmed: async (watch) => {
      if (!spendsOutputs) return null
      const rows = await db
        .selectFrom('sim_transactions')
        .selectAll()
        .where('chain', '=', chain)
        .where('block_height', 'is', null)
        .where('made_at', '<=', clock())
        .execute()
      return transfersAmong(rows.filter(isPlain), new Map(), watch)
    },
    isReplaced: async (txHash, inputs) => {
      if (!spendsOutputs || inputs.length === 0) return false
      const other = await db
        .selectFrom('sim_transactions')
        .select('tx_hash')
        .where('chain', '=', chain)
        .where('tx_hash', '<>', txHash)
        .where(sql<boolean>`inputs && ${inputs}::text[]`)
        .where('made_at', '<=', clock())
        .limit(1)
        .executeTakeFirst()
      return other !== undefined
    },
    knowsTransaction: async (txHash) => {
      const question = { txHash, address: '', asset: coin, blockHash: null }
      return (await findPayout(db, chain, clock(), question)).says === 'found'
    },
    hiddenInflows: (questions, block) => hiddenInflows(db, chain, questions, block),
    tokenBalances: async (addresses, asset, block) => {
      if (!tokens.includes(asset)) return null
      const held = await heldAt(db, chain, asset, addresses, block)
      return { balances: addresses.map((address) => atoms(held.get(address) ?? 0n)), upTo: block.height }
    },
    usedAddresses: async (addresses) => {
      const paid = await db
        .selectFrom('sim_transactions')
        .select('address')
        .distinct()
        .where('chain', '=', chain)
        .where('address', 'in', addresses.length === 0 ? [''] : addresses)
        .execute()
      return new Set(paid.map((row) => row.address))
    },
    isFrozen: async (address, asset) => {
      if (!tokens.includes(asset) || freezeSelectorOf(chain, asset) === null) return null
      const frozen = db.selectFrom('sim_frozen').select('address').where('chain', '=', chain)
      const row = await frozen.where('asset', '=', asset).where('address', '=', address).executeTakeFirst()
      return row !== undefined
    },
    attest: async (transfers) =>
      Promise.all(
        transfers.map(async (transfer) => [
          { endpoint: `${chain} simulation`, ...(await attestSimulated(db, chain, transfer)) },
        ]),
      ),
    findPayout: async (question) => [
      { endpoint: `${chain} simulation`, ...(await findPayout(db, chain, clock(), question)) },
    ],
    lookUpPayment: (question) => lookUpSimulatedPayment(db, chain, tokens, clock(), question),
    check: () => Promise.resolve([]),
    limits: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  }
}

/** The balances of addresses at a block, less the visible transfers; the simulation has no outgoing transfers. */
async function hiddenInflows(
  db: Db,
  chain: ChainId,
  questions: Parameters<ChainReader['hiddenInflows']>[0],
  block: Block,
): Promise<readonly FoundTransfer[]> {
  const { asset, readsCoinBalances } = CHAIN_TABLE[chain]
  if (questions.length === 0 || !readsCoinBalances) return []
  const addresses = questions.map((question) => question.address)
  const held = await heldAt(db, chain, asset, addresses, block)
  return questions.flatMap(({ address, plainInflows }) => {
    const hidden = (held.get(address) ?? 0n) - plainInflows
    if (hidden <= 0n) return []
    const transfer = {
      asset,
      address,
      atoms: atoms(hidden),
      evidence: 'balance',
      txHash: block.hash,
    } as const
    return [{ ...transfer, index: -1, block, inputs: [] }]
  })
}

/** What addresses hold of an asset at a block. @throws {ChainError} if it is not on the chain. */
async function heldAt(
  db: Db,
  chain: ChainId,
  asset: Asset,
  addresses: readonly string[],
  block: Block,
): Promise<ReadonlyMap<string, bigint>> {
  const known = await blockRow(db, chain, block.height)
  if (known?.hash !== block.hash) {
    throw new ChainError(chain, 'inconsistent', `block ${String(block.height)} is not the one asked about`)
  }
  const rows = await db
    .selectFrom('sim_transactions')
    .select((select) => ['address', select.fn.sum<bigint>('atoms').as('held')])
    .where('chain', '=', chain)
    .where('asset', '=', asset)
    .where('is_genuine', '=', true)
    .where('block_height', '<=', block.height)
    .where(sql<boolean>`address = any(${[...addresses]})`)
    .groupBy('address')
    .execute()
  return new Map(rows.map((row) => [row.address, row.held]))
}

/** Finds a payout that a real node would show: of the genuine token, or of the coin unless a contract sent it. */
async function findPayout(
  db: Db,
  chain: ChainId,
  now: Date,
  { txHash, address, asset }: PayoutQuery,
): Promise<PayoutLookup> {
  const rows = await db
    .selectFrom('sim_transactions')
    .selectAll()
    .where('chain', '=', chain)
    .where('tx_hash', '=', formatHash(chain, txHash))
    .where('made_at', '<=', now)
    .execute()
  const [first] = rows
  if (first === undefined) return PAYOUT_MISSING
  const paid = rows.filter((row) => isPlain(row) && row.address === address && row.asset === asset)
  const total = atoms(paid.reduce((sum, row) => sum + row.atoms, 0n))
  const block = first.block_height === null ? undefined : await blockRow(db, chain, first.block_height)
  return {
    says: 'found',
    atoms: total,
    block: block === undefined ? null : { height: block.height, hash: block.hash },
  }
}
