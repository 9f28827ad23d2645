import { createHash } from 'node:crypto'
import type { ChainId } from '#shared/chains.ts'

/** How money moves in a transaction of the model. */
type PayKind =
  /** An output, a plain transfer of the chain's coin, or a log of a genuine token. */
  | 'plain'
  /** Coin sent by a contract: only a balance shows it. */
  | 'inner'
  /** A log of a token that only has the name. */
  | 'fake'

/** One movement of money; addresses are in the chain's wire format. */
export interface ModelPay {
  readonly kind: PayKind
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly atoms: bigint
}

/** A transaction of the model. */
export interface ModelTx {
  /** 64 hexadecimal digits. */
  readonly id: string
  /** Outpoints, on chains that have them. */
  readonly inputs: readonly string[]
  readonly pays: readonly ModelPay[]
  readonly fee: bigint
  readonly hasFailed: boolean
  /** When the first node of the world had it. */
  readonly sentAtMs: number
}

/** A block of the model. */
export interface ModelBlock {
  readonly height: number
  /** 64 hexadecimal digits. */
  readonly hash: string
  readonly parent: ModelBlock | null
  readonly atMs: number
  readonly txs: readonly ModelTx[]
  /** Balances after this block, by `asset:address`; shared with the parent if nothing changed. */
  readonly balances: ReadonlyMap<string, bigint>
  /** Transactions sent, by address. */
  readonly nonces: ReadonlyMap<string, number>
}

/** The true chain: what every node would show if none failed. Only world events change it. */
export interface ChainModel {
  readonly id: ChainId
  tip(): ModelBlock
  /** The height up to which the chain is final; it never falls. */
  finalizedHeight(): number
  /** The block at a height of the branch that ends in `tip`. */
  at(tip: ModelBlock, height: number): ModelBlock | null
  byHash(hash: string): ModelBlock | null
  isOnChain(block: ModelBlock): boolean
  /** Unconfirmed transactions, oldest first. */
  mempool(): readonly ModelTx[]
  send(tx: ModelTx): void
  /** Removes an unconfirmed transaction; it may be sent again later. */
  drop(txId: string): void
  /** Whether a transaction ever left the mempool without a block. */
  wasDropped(txId: string): boolean
  mine(atMs: number, includes: (tx: ModelTx) => boolean): ModelBlock
  /** Replaces the newest blocks by as many and one more; transactions that are not kept return to the mempool. */
  reorg(depth: number, atMs: number, keeps: (tx: ModelTx) => boolean, forgets: (tx: ModelTx) => boolean): void
  /** How often blocks were replaced. */
  reorgs(): number
  /** Where a transaction is on the chain now; null if in no block of it. */
  blockOf(txId: string): ModelBlock | null
  /** Every transaction that ever was, by id. */
  transaction(txId: string): ModelTx | null
  /** A fresh id of a transaction or a stranger's address. */
  freshId(): string
}

/** How a chain of the model begins. */
export interface ChainSetup {
  readonly id: ChainId
  /** What fees are paid in. */
  readonly coin: string
  readonly seed: string
  readonly startMs: number
  /** Blocks this far below the head can no longer be replaced. */
  readonly finalDepth: number
  readonly blockMs: number
}

/** Creates a chain with some blocks below its first one, so that a fork is found right after the start. */
export function createChainModel({ id, coin, seed, startMs, finalDepth, blockMs }: ChainSetup): ChainModel {
  let made = 0
  const fresh = (what: string) =>
    createHash('sha256')
      .update(`${seed} ${id} ${what} ${String(made++)}`)
      .digest('hex')
  const blocks = new Map<string, ModelBlock>()
  const transactions = new Map<string, ModelTx>()
  let pool: ModelTx[] = []
  const left = new Set<string>()
  let canonical: ModelBlock[] = []
  const places = new Map<string, ModelBlock>()
  let final = 0
  let reorgs = 0

  const append = (parent: ModelBlock | null, txs: readonly ModelTx[], atMs: number): ModelBlock => {
    const block: ModelBlock = {
      height: (parent?.height ?? -1) + 1,
      hash: fresh('block'),
      parent,
      atMs: Math.max(atMs, (parent?.atMs ?? 0) + 1000),
      txs,
      balances: applyTo(parent?.balances ?? new Map(), coin, txs),
      nonces: countSent(parent?.nonces ?? new Map(), txs),
    }
    blocks.set(block.hash, block)
    canonical = canonical.slice(0, block.height)
    canonical.push(block)
    for (const tx of txs) places.set(tx.id, block)
    final = Math.max(final, block.height - finalDepth)
    return block
  }
  const tip = (): ModelBlock => canonical.at(-1)!
  for (let height = 0; height < 24; height += 1)
    append(canonical.at(-1) ?? null, [], startMs - (24 - height) * blockMs)

  const at = (from: ModelBlock, height: number): ModelBlock | null => {
    if (height > from.height || height < 0) return null
    if (canonical[from.height] === from) return canonical[height] ?? null
    let block: ModelBlock | null = from
    while (block !== null && block.height > height) block = block.parent
    return block
  }
  const takeOut = (tx: ModelTx) => {
    for (const one of pool) if (one.id !== tx.id && conflicts(one, tx)) left.add(one.id)
    pool = pool.filter((one) => one.id !== tx.id && !conflicts(one, tx))
  }

  return {
    id,
    tip,
    finalizedHeight: () => Math.max(0, final),
    at,
    byHash: (hash) => blocks.get(hash) ?? null,
    isOnChain: (block) => canonical[block.height] === block,
    mempool: () => pool,
    send(tx) {
      takeOut(tx)
      transactions.set(tx.id, tx)
      pool.push(tx)
    },
    drop(txId) {
      left.add(txId)
      pool = pool.filter((one) => one.id !== txId)
    },
    wasDropped: (txId) => left.has(txId),
    mine(atMs, includes) {
      const txs = pool.filter(includes)
      pool = pool.filter((tx) => !txs.includes(tx))
      return append(tip(), txs, atMs)
    },
    reorg(depth, atMs, keeps, forgets) {
      const reach = Math.min(depth, tip().height - Math.max(final, 0))
      if (reach < 1) return
      reorgs += 1
      const removed = canonical.slice(canonical.length - reach)
      const gone = removed.flatMap((block) => block.txs)
      for (const tx of gone) places.delete(tx.id)
      const fork = at(tip(), tip().height - reach)
      const kept = gone.filter(keeps)
      let parent = fork
      for (let made = 0; made <= reach; made += 1)
        parent = append(parent, made === reach >> 1 ? kept : [], atMs)
      for (const tx of gone) {
        if (kept.includes(tx)) continue
        if (forgets(tx)) left.add(tx.id)
        else pool.push(tx)
      }
    },
    reorgs: () => reorgs,
    blockOf: (txId) => places.get(txId) ?? null,
    transaction: (txId) => transactions.get(txId) ?? null,
    freshId: () => fresh('id'),
  }
}

function conflicts(one: ModelTx, other: ModelTx): boolean {
  return one.inputs.some((input) => other.inputs.includes(input))
}

/** The key of a balance. */
export function balanceKey(asset: string, address: string): string {
  return `${asset}:${address}`
}

function applyTo(
  before: ReadonlyMap<string, bigint>,
  coin: string,
  txs: readonly ModelTx[],
): ReadonlyMap<string, bigint> {
  if (txs.length === 0) return before
  const after = new Map(before)
  const add = (asset: string, address: string, atoms: bigint) => {
    const key = balanceKey(asset, address)
    after.set(key, (after.get(key) ?? 0n) + atoms)
  }
  for (const tx of txs) {
    if (tx.hasFailed) continue
    for (const pay of tx.pays) {
      if (pay.kind === 'fake') continue
      add(pay.asset, pay.to, pay.atoms)
      if (after.has(balanceKey(pay.asset, pay.from))) add(pay.asset, pay.from, -pay.atoms)
    }
    const [first] = tx.pays
    if (first !== undefined && after.has(balanceKey(coin, first.from))) add(coin, first.from, -tx.fee)
  }
  return after
}

function countSent(
  before: ReadonlyMap<string, number>,
  txs: readonly ModelTx[],
): ReadonlyMap<string, number> {
  if (txs.length === 0) return before
  const after = new Map(before)
  for (const { pays } of txs)
    if (pays[0] !== undefined) after.set(pays[0].from, (after.get(pays[0].from) ?? 0) + 1)
  return after
}
