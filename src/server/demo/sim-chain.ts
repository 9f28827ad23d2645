import type { DbDeps } from '#server/db/db-deps.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { atoms, type Atoms } from '#shared/money.ts'
import { type Asset, tokensOn } from '#shared/assets.ts'
import { CHAIN_TABLE, type ChainId, walletKindOf } from '#shared/chains.ts'
import { changeChain, createGenesis, mineBlocks, replaceBlocks } from './sim-blocks.ts'
import { newTransactionHash, finalBelowHead } from './sim-forms.ts'
import { createSimReader } from './sim-reader.ts'

/** Money to put on a simulated chain. */
export interface SimPayment {
  readonly address: string
  /** Any name that is not an {@link Asset} is an unknown token. */
  readonly asset: Asset | (string & {})
  readonly atoms: Atoms
  /** False for a token of another contract with the same name. */
  readonly isGenuine: boolean
  /** Shown by the first node only, which made it up. */
  readonly isInvented?: boolean
  /** Neither visible nor mined before this time; by default now. */
  readonly madeAt?: Date
  /** `'balance'`: the chain's coin sent by a contract, visible in the balance only. */
  readonly evidence?: 'output' | 'balance'
  /** Outpoints to spend, Bitcoin only: unconfirmed transactions that spend one of them are replaced. */
  readonly inputs?: readonly string[]
}

/** A simulated chain in our own database, so that it survives crashes. Any number of processes may use it. */
export interface SimChain {
  readonly chain: ChainId
  readonly reader: ChainReader
  /** Adds one block with the mempool; or a block for each age in ms, see {@link mineBlocks}. */
  tick(agesMs?: readonly number[]): Promise<void>
  mine(blocks: number): Promise<{ readonly height: number }>
  pay(payment: SimPayment): Promise<{ readonly txHash: string }>
  /** Replaces the `depth` newest blocks by as many and one more; without `keep` their transactions are lost for good. */
  reorg(options: { readonly depth: number; readonly keep: boolean }): Promise<{ readonly height: number }>
  /** Freezes an address for a token, as its issuer can; or lifts that. */
  setFrozen(address: string, asset: Asset, isFrozen: boolean): Promise<void>
  /** The amount sent to an address so far, including the mempool and excluding counterfeit tokens. */
  sentTo(address: string, asset: Asset): Promise<Atoms>
}

interface SimChainOptions extends DbDeps {
  readonly chain: ChainId
  /** The tokens that the reader looks for. Default: all that have a contract on the chain. */
  readonly tokens?: readonly Asset[]
}

export function createSimChain(options: SimChainOptions): SimChain {
  const { db, chain, clock, tokens = tokensOn(chain) } = options
  const begin = () => createGenesis(options)
  const reader = {
    ...createSimReader({ db, chain, clock, tokens, begin }),
    awaitsBlocks: () => awaitsBlocks(db, chain, clock()),
  }
  return {
    chain,
    reader,
    tick: async (agesMs = [0]) => void (await mineBlocks(options, agesMs)),
    mine: async (blocks) => ({ height: await mineBlocks(options, Array<number>(blocks).fill(0)) }),
    pay: (payment) => pay(options, payment),
    reorg: async ({ depth, keep }) => {
      await reader.head() // creates the first block
      return { height: await replaceBlocks(options, depth, keep) }
    },
    setFrozen: (address, asset, isFrozen) => setFrozen(db, { chain, asset, address }, isFrozen),
    sentTo: async (address, asset) => {
      const { total } = await db
        .selectFrom('sim_transactions')
        .select((select) => select.fn.sum<bigint | null>('atoms').as('total'))
        .where('chain', '=', chain)
        .where('address', '=', address)
        .where('asset', '=', asset)
        .where('is_genuine', '=', true)
        .executeTakeFirstOrThrow()
      return atoms(total ?? 0n)
    },
  }
}

async function setFrozen(
  db: Db,
  row: { readonly chain: ChainId; readonly asset: Asset; readonly address: string },
  isFrozen: boolean,
): Promise<void> {
  if (isFrozen) {
    await db
      .insertInto('sim_frozen')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  const frozen = db.deleteFrom('sim_frozen').where('chain', '=', row.chain).where('asset', '=', row.asset)
  await frozen.where('address', '=', row.address).execute()
}

async function pay(options: SimChainOptions, payment: SimPayment): Promise<{ readonly txHash: string }> {
  const { chain } = options
  const isCoin = CHAIN_TABLE[chain].asset === payment.asset
  const txHash = newTransactionHash(chain)
  const { spendsOutputs } = walletKindOf(chain)
  const inputs = spendsOutputs ? [...(payment.inputs ?? [`${randomBytes(32).toString('hex')}:0`])] : []
  await changeChain(options, async (tx, now) => {
    if (payment.inputs !== undefined) {
      const replaced = tx.deleteFrom('sim_transactions').where('chain', '=', chain)
      await replaced
        .where('block_height', 'is', null)
        .where(sql<boolean>`inputs && ${inputs}::text[]`)
        .execute()
    }
    await tx
      .insertInto('sim_transactions')
      .values({
        chain,
        tx_hash: txHash,
        output_index: isCoin && !spendsOutputs ? -1 : 0,
        address: payment.address,
        asset: payment.asset,
        is_genuine: payment.isGenuine,
        is_invented: payment.isInvented ?? false,
        evidence: payment.evidence ?? 'output',
        atoms: payment.atoms,
        inputs,
        made_at: payment.madeAt ?? now,
      })
      .execute()
  })
  return { txHash }
}

/** More blocks than any order waits for that was paid on another network than its own. */
const AWAITED_MIN = 64

/** Whether a transaction is not deep enough yet, or a refund's payment is looked for. */
async function awaitsBlocks(db: Db, chain: ChainId, now: Date): Promise<boolean> {
  const awaited = Math.max(finalBelowHead(chain), AWAITED_MIN)
  const { rows } = await sql<{ awaits: boolean }>`
    select exists (select from sim_transactions where chain = ${chain} and block_height is null and made_at <= ${now})
      or exists (
        select from sim_transactions where chain = ${chain}
          and block_height > (select max(height) from sim_blocks where chain = ${chain}) - ${awaited}::integer
      )
      or exists (select from refund_transactions where chain = ${chain} and status = 'waiting') as awaits`.execute(
    db,
  )
  return rows[0]?.awaits === true
}
