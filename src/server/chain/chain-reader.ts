import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { Atoms } from '#shared/money.ts'

/** A block as a reader knows it. */
export interface Block {
  readonly height: number
  /** Lower-case hex, `0x`-prefixed on EVM chains. */
  readonly hash: string
  readonly parentHash: string
  /** The block's time; on Bitcoin the median time past. */
  readonly at: Date
}

/** The newest block, and how far the chain's own finality has come. */
export interface Head extends Block {
  /** Highest block the chain itself calls final; on Bitcoin, which has none, the head less 5. */
  readonly finalizedHeight: number
}

/** Money on its way to, or arrived at, an address of ours. */
export interface FoundTransfer {
  readonly asset: Asset
  /** In the chain's own spelling (checksummed on EVM, base58 on Tron), as {@link Watch} names addresses. */
  readonly address: string
  readonly atoms: Atoms
  /** `'output'`: a transaction's output, log or plain transfer. `'balance'`: what only a balance shows (contract-sent ether). */
  readonly evidence: 'output' | 'balance'
  /** The transaction's hash; for `'balance'` the hash of the block the balance was read at. */
  readonly txHash: string
  /** Output index (Bitcoin), log index within the block (tokens), −1 for a plain transfer of the chain's coin and for `'balance'`. */
  readonly index: number
  /** Null while unconfirmed. */
  readonly block: Block | null
  /** Outpoints spent, `txid:n`, to recognise a replacement; empty where the chain has none. */
  readonly inputs: readonly string[]
}

/** The addresses a scan looks for. Answers from the database, so a scan never works on a stale list. */
export interface Watch {
  /**
   * Every watched address of the chain while there are at most `limit`, else null: then the reader takes everything and
   * asks {@link Watch.among}.
   */
  few(limit: number): Promise<readonly string[] | null>
  /** Those of `addresses` that are ours. Cost follows the question, never the number of watched addresses. */
  among(addresses: readonly string[]): Promise<ReadonlySet<string>>
}

/** What a scan found: everything in the blocks after `from` up to and with `upTo`, or the scan throws. */
export interface ScanResult {
  /** May lie below what was asked for, where the node allows only so much at once. */
  readonly upTo: Block
  /** May repeat those of a few blocks at or below `from`, seen again; they are keyed, so storing twice changes nothing. */
  readonly transfers: readonly FoundTransfer[]
  /** What watched addresses spent; only where full blocks are read (Ethereum), for {@link BalanceQuery.outflows}. */
  readonly outflows?: readonly Outflow[]
  /**
   * Hash of the block at `from` as the node that was read knows it. Where it is not the cursor's, the chain was replaced
   * below: nothing of this scan may be stored, walk back. Absent where the reader cannot tell.
   */
  readonly fromHash?: string
}

/** Ether a watched address sent, its gas included; known by (txHash, address), gone with its block. */
export interface Outflow {
  readonly address: string
  readonly atoms: Atoms
  readonly txHash: string
  readonly block: Block
}

/** A coin balance to reconcile: contracts send ether without a log. */
export interface BalanceQuery {
  readonly address: string
  /** What plain transfers have brought, up to and with the asked block. */
  readonly plainInflows: Atoms
  /**
   * What the address has spent, gas included, up to and with the asked block. Absent counts as nothing: then the answer is
   * never too high, but falls when the owner sweeps.
   */
  readonly outflows?: Atoms
}

/** What one endpoint says of a transfer. `'unknown'` when it cannot be asked now. */
export interface Attestation {
  /** Names the endpoint by its place in the setting, never by its address: `'ethereum node 2'`. */
  readonly endpoint: string
  readonly says: 'agrees' | 'disagrees' | 'unknown'
  /** The block hash it gives, for the record of a disagreement; null where it knows none. */
  readonly blockHash: string | null
}

/** A transaction somebody says he paid with, to an address that is none of ours: a refund. */
export interface PayoutQuery {
  /** In any spelling: `0x` or not, upper or lower case. */
  readonly txHash: string
  /** In the chain's own spelling. */
  readonly address: string
  readonly asset: Asset
  /** The block it was seen in before, so that a node without an index finds it again; null where it never was. */
  readonly blockHash: string | null
}

/** What one endpoint says of a payout. */
export interface PayoutAnswer {
  /** Names the endpoint by its place in the setting: `'ethereum node 2'`. */
  readonly endpoint: string
  /** `'failed'`: it is in a block, and the chain undid it. `'unknown'`: the endpoint cannot be asked now. */
  readonly says: 'found' | 'missing' | 'failed' | 'unknown'
  /** What it pays to the address in that asset, all outputs or logs together; 0 unless found. Plain transfers and the genuine token only. */
  readonly atoms: Atoms
  /** Null while unconfirmed, and unless found. */
  readonly block: { readonly height: number; readonly hash: string } | null
}

/**
 * A view of one chain over one or more endpoints. Every method answers wholly or throws {@link ChainError}; none ever
 * answers "nothing" for "not asked". Readers hold no state that matters: the cursor lives in the database.
 */
export interface ChainReader {
  readonly chain: ChainId
  /** The chain's own coin and the tokens that it looks for. What else arrives is not seen. */
  readonly assets: readonly Asset[]
  readonly isSimulated: boolean
  /** How many endpoints stand behind it; two or more make a quorum possible. */
  readonly endpointCount: number
  /** The newest block. @throws ChainError also where the node lags by the chain's rule. */
  head(): Promise<Head>
  /** The block at a height on the chain as it stands, null above the head. */
  blockAt(height: number): Promise<Block | null>
  /** Reads the blocks after `from` up to at most `to` (1 or more above `from`). */
  scan(from: number, to: number, watch: Watch): Promise<ScanResult>
  /**
   * Everything unconfirmed that pays an address of ours; null where the chain has no such view.
   * A transfer missing from a complete answer is gone from the mempool.
   */
  unconfirmed(watch: Watch): Promise<readonly FoundTransfer[] | null>
  /** Whether each outpoint is spent by a transaction other than `txHash`, confirmed or not. Bitcoin only; elsewhere false. */
  isReplaced(txHash: string, inputs: readonly string[]): Promise<boolean>
  /**
   * Ether that arrived without a plain transfer, read at `block` by hash: max(0, balance + outflows − plain inflows), as
   * {@link FoundTransfer} of evidence `'balance'`, at most one an address. On BSC it is BNB, which no plain transfer shows
   * there (`plainInflows` 0). Empty on chains whose coin balances are not read.
   */
  hiddenInflows(questions: readonly BalanceQuery[], block: Block): Promise<readonly FoundTransfer[]>
  /**
   * The balance of a token at an address now, for the check before an order expires; null where the chain needs no such
   * check and where the reader does not look for the token.
   */
  tokenBalance(address: string, asset: Asset): Promise<Atoms | null>
  /** Whether an address was ever used, as far as the node knows; null where it cannot know, such as a bitcoind without an index. */
  hasHistory(address: string): Promise<boolean | null>
  /** What every endpoint says of one confirmed transfer: its block hash and its success. */
  attest(transfer: FoundTransfer): Promise<readonly Attestation[]>
  /** What every endpoint says of a transaction that is said to pay somebody else. */
  findPayout(question: PayoutQuery): Promise<readonly PayoutAnswer[]>
  /** Chain id, decimals and reachability of every endpoint: the faults found, in plain words, without addresses or keys. */
  check(): Promise<readonly ChainFault[]>
  close(): Promise<void>
}

/** A fault of a node. `mismatch` disables the rail; `down` and `lags` pause it. */
export interface ChainFault {
  readonly endpoint: string
  readonly kind: 'down' | 'lags' | 'mismatch'
  readonly message: string
}

/** A node that cannot be relied on right now. The cursor stays where it is and the caller backs off. */
export class ChainError extends Error {
  readonly chain: ChainId
  readonly kind: 'down' | 'lags' | 'mismatch' | 'limited' | 'inconsistent'
  /** The node's own wish for a pause, in ms; null without one. */
  readonly retryAfterMs: number | null
  constructor(
    chain: ChainId,
    kind: ChainError['kind'],
    message: string,
    options?: { cause?: unknown; retryAfterMs?: number },
  ) {
    super(`${chain}: ${message}`, options?.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ChainError'
    this.chain = chain
    this.kind = kind
    this.retryAfterMs = options?.retryAfterMs ?? null
  }
}
