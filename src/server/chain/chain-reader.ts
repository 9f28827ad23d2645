import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { Atoms } from '#shared/money.ts'

/** A block of a chain, without its transactions. */
export interface Block {
  readonly height: number
  /** Lower-case hex, `0x`-prefixed on EVM chains. */
  readonly hash: string
  readonly parentHash: string
  /** The block's time; on Bitcoin the median time past. */
  readonly at: Date
}

/** Up to which block a chain is final. */
export interface Finality {
  readonly height: number
  /** Whether a node reported it; otherwise it is the chain's fallback depth below the head. */
  readonly isReported: boolean
}

/** A payment to a watched address, confirmed or not. */
export interface FoundTransfer {
  readonly asset: Asset
  /** In the chain's own format (EIP-55 checksum on EVM, base58check on Tron), the same as in {@link Watch}. */
  readonly address: string
  readonly atoms: Atoms
  /** `'output'`: a transaction's output, log or plain transfer. `'balance'`: visible only in a balance (ether sent by a contract). */
  readonly evidence: 'output' | 'balance'
  /** The transaction's hash; for `'balance'` the hash of the block the balance was read at. */
  readonly txHash: string
  /** Output index (Bitcoin), log index within the block (tokens), −1 for a plain transfer of the chain's coin and for `'balance'`. */
  readonly index: number
  /** Null while unconfirmed. */
  readonly block: Block | null
  /** Outpoints spent, `txid:n`, used to detect a replacement; empty on chains without outpoints. */
  readonly inputs: readonly string[]
  /** Above 1, it is the sum of the transaction's outputs to the address from `index` on, and as many as this. Default 1. */
  readonly outputs?: number
}

/** The addresses that a scan looks for. They are read from the database on each call, so the list is never stale. */
export interface Watch {
  /**
   * All watched addresses of the chain if there are at most `limit`, else null: then the reader reads every transfer and
   * filters by {@link Watch.among}.
   */
  few(limit: number): Promise<readonly string[] | null>
  /**
   * Those of `addresses` that are watched, in the chain's own format. They may have any case where it is only a checksum: to
   * compute that of each address of a block costs more than to read the block. The cost depends on the length of `addresses`,
   * not on the number watched.
   */
  among(addresses: readonly string[]): Promise<ReadonlySet<string>>
}

/** The complete result of a scan: everything in the blocks after `from`, up to and including `upTo`. */
export interface ScanResult {
  /** May be below the requested height if the node limits the range of one call. */
  readonly upTo: Block
  /** May include transfers of a few blocks at or below `from`. Transfers have unique keys, so storing one twice changes nothing. */
  readonly transfers: readonly FoundTransfer[]
  /** What watched addresses spent; only where full blocks are read (Ethereum), for {@link BalanceQuery.outflows}. */
  readonly outflows?: readonly Outflow[]
  /**
   * Hash of the block at `from` on the node that was read. If it differs from the cursor's hash, that block was replaced:
   * the caller stores nothing of this scan and goes back to the fork. Absent if the reader cannot tell.
   */
  readonly fromHash?: string
}

/** The token transfers of a range of blocks; see {@link ChainReader.scanTokens}. */
export interface TokenScan {
  /** May be below the requested height if the node limits the range of one call. */
  readonly upTo: number
  readonly transfers: readonly FoundTransfer[]
}

/** Ether that a watched address spent, gas included. Its key is (txHash, address); it is removed if its block is. */
export interface Outflow {
  readonly address: string
  readonly atoms: Atoms
  readonly txHash: string
  readonly block: Block
}

/** A coin balance to compare with the known transfers, since contracts send ether without a log. */
export interface BalanceQuery {
  readonly address: string
  /** Sum of plain transfers received, up to and including the requested block. */
  readonly plainInflows: Atoms
  /**
   * Sum spent by the address, gas included, up to and including the requested block. If absent, 0 is assumed: then the
   * result is never too high, but it falls when the owner moves the money on.
   */
  readonly outflows?: Atoms
}

/** Token balances read together. */
interface TokenBalances {
  /** In the order of the addresses. */
  readonly balances: readonly Atoms[]
  /**
   * No balance contains a transfer of a block above this height. Compare a balance with the known transfers once the cursor
   * is at this height or above it: what exceeds their sum was not in the logs. A balance below the sum means nothing, since
   * the owner may have moved the money on.
   */
  readonly upTo: number
}

/** Whether one endpoint confirms a transfer. `says` is `'unknown'` if the endpoint cannot answer now. */
export interface Attestation {
  /** Position of the endpoint in the setting, never its URL: `'ethereum node 2'`. */
  readonly endpoint: string
  readonly says: 'agrees' | 'disagrees' | 'unknown'
  /** Block hash reported by the endpoint, recorded for disagreements; null if it knows none. */
  readonly blockHash: string | null
}

/** A transaction that is claimed to pay an address outside the shop, such as a refund. */
export interface PayoutQuery {
  /** With or without `0x`, in upper or lower case. */
  readonly txHash: string
  /** In the chain's own format. */
  readonly address: string
  readonly asset: Asset
  /** The block that contained it before, so that a node without an index can find it again; null if none did. */
  readonly blockHash: string | null
}

/** What one endpoint reports about a payout. */
export interface PayoutAnswer {
  /** Position of the endpoint in the setting: `'ethereum node 2'`. */
  readonly endpoint: string
  /** `'failed'`: the transaction was mined but reverted. `'unknown'`: the endpoint cannot answer now. */
  readonly says: 'found' | 'missing' | 'failed' | 'unknown'
  /** Sum paid to the address in the asset, over all outputs or logs; 0 unless found. Counts only plain transfers and the genuine token. */
  readonly atoms: Atoms
  /** Null while unconfirmed, and if not found. */
  readonly block: { readonly height: number; readonly hash: string } | null
}

/** A transaction that is claimed to have paid an order's address. */
export interface PaymentLookupQuery {
  /** With or without `0x`, in upper or lower case. */
  readonly txHash: string
  /** In the chain's own format. */
  readonly address: string
}

/** What a transaction did. */
export type PaymentLookup =
  /** Everything it paid to the address; empty if nothing. `isUnknownToken`: only tokens that are not looked for. */
  | {
      readonly kind: 'found'
      readonly transfers: readonly FoundTransfer[]
      readonly isUnknownToken: boolean
    }
  /**
   * `'unconfirmed'`: it is in no block, and what it will pay is not known. `'failed'`: it was mined but reverted. `'missing'`:
   * no node knows it. `'unanswered'`: not every node could answer, and none knows it.
   */
  | { readonly kind: 'unconfirmed' | 'failed' | 'missing' | 'unanswered' }

/**
 * Reads one chain through one or more endpoints. Every method returns a complete result or throws {@link ChainError}; an
 * empty result never means that the endpoint was not asked. The cursor is stored in the database, not in the reader.
 */
export interface ChainReader {
  readonly chain: ChainId
  /** The chain's own coin and the tokens that the reader looks for. Other assets are not visible to it. */
  readonly assets: readonly Asset[]
  readonly isSimulated: boolean
  /** Of simulated chains: whether a transaction waits for blocks, though no order may wait for it. */
  readonly awaitsBlocks?: () => Promise<boolean>
  /** Number of endpoints; a quorum needs two or more. */
  readonly endpointCount: number
  /**
   * The newest block. If a node's is below `atLeast`, the others are asked; the highest counts if all are.
   *
   * @param atLeast height that was read before.
   * @throws {ChainError} `'lags'` if it is older than the chain allows.
   */
  head(atLeast?: number): Promise<Block>
  /**
   * Up to which block the chain is final; one call, none on Bitcoin. Ask only while something waits for it. The caller keeps
   * the highest height it was told, since a block that was final stays final.
   *
   * @param head what {@link ChainReader.head} returned.
   * @param wasReported whether any node of the chain ever reported finality. Then one that does not has failed.
   * @throws {ChainError} `'lags'` if no node reports finality although one did before.
   */
  finality(head: Block, wasReported: boolean): Promise<Finality>
  /** The block at a height of the current chain; null above the head. */
  blockAt(height: number): Promise<Block | null>
  /** Reads the blocks after `from`, up to at most `to`. @throws {RangeError} unless `to` is above `from`. */
  scan(from: number, to: number, watch: Watch): Promise<ScanResult>
  /**
   * Reads only the token transfers of blocks that were scanned before, from `from` up to at most `to`, both included: a
   * second pass, since a node may have omitted logs without an error. Null on chains without tokens. One call for each span
   * of blocks, and one for each block with a transfer.
   */
  scanTokens(from: number, to: number, watch: Watch): Promise<TokenScan> | null
  /**
   * All transfers to some addresses in blocks up to `upTo`, as an index of addresses records them: asked before an order
   * expires, since such an index may lag behind its blocks when they are scanned. Null where scans read whole blocks or logs.
   */
  recordedTransfers(addresses: readonly string[], upTo: Block): Promise<readonly FoundTransfer[] | null>
  /**
   * All unconfirmed transfers to watched addresses; null if they cannot be listed completely now, or never on this chain.
   * A transfer that is missing from a list is no longer in the mempool.
   */
  unconfirmed(watch: Watch): Promise<readonly FoundTransfer[] | null>
  /** Whether another transaction than `txHash`, confirmed or not, spends one of the outpoints. False on other chains than Bitcoin. */
  isReplaced(txHash: string, inputs: readonly string[]): Promise<boolean>
  /**
   * Whether an endpoint knows a transaction, in its mempool or in a block; null if none does, but not each of them could be
   * asked. False on chains without a mempool.
   */
  knowsTransaction(txHash: string): Promise<boolean | null>
  /**
   * Coins that arrived without a plain transfer, read at `block` by its hash: max(0, balance + outflows − plainInflows), as
   * {@link FoundTransfer} with evidence `'balance'`, at most one per address. Where blocks are not read for plain
   * transfers, such as on BSC, `plainInflows` is 0. Empty on chains whose coin balances are not read.
   */
  hiddenInflows(questions: readonly BalanceQuery[], block: Block): Promise<readonly FoundTransfer[]>
  /**
   * Token balances of any number of addresses: a second source beside logs, which nodes may omit. Null if the reader does
   * not look for the token. Where nodes keep states (all EVM chains but Tron), the balances are those at the end of `block`,
   * read by its hash, with one call for hundreds of addresses. Tron's nodes answer only for their newest block, one address
   * per call: then {@link TokenBalances.upTo} is above `block`.
   *
   * @throws {ChainError} `'inconsistent'` if `block` is not, or no longer, on the chain.
   */
  tokenBalances(addresses: readonly string[], asset: Asset, block: Block): Promise<TokenBalances | null>
  /**
   * Those of `addresses` that were ever used, as far as the node knows; null if it cannot know, such as a bitcoind, which has
   * no index of addresses.
   *
   * @param options `isSlowAllowed`: a bitcoind searches its unspent outputs, which takes minutes on mainnet; it then returns
   * the addresses that hold coins now.
   */
  usedAddresses(
    addresses: readonly string[],
    options?: { readonly isSlowAllowed?: boolean },
  ): Promise<ReadonlySet<string> | null>
  /**
   * Whether the issuer of a token has frozen an address now, so that the token cannot be sent from it; null if the asset
   * cannot be frozen, since its contract keeps no list, and if the reader does not look for it.
   *
   * @throws {ChainError} if no node answers: that is not "not frozen".
   */
  isFrozen(address: string, asset: Asset): Promise<boolean | null>
  /**
   * Asks every endpoint whether it has the same transfers in the same blocks: by the transaction and what it did, never by the
   * block alone. One or two calls for each transfer and endpoint.
   *
   * @returns the answers by transfer, in the order of `transfers`, each with one answer for each endpoint.
   */
  attest(transfers: readonly FoundTransfer[]): Promise<readonly (readonly Attestation[])[]>
  /** Asks every endpoint about a transaction that is claimed to pay an address outside the shop. */
  findPayout(question: PayoutQuery): Promise<readonly PayoutAnswer[]>
  /** Reads what one transaction paid to an address, whatever a scan found. Every endpoint is asked. */
  lookUpPayment(question: PaymentLookupQuery): Promise<PaymentLookup>
  /** Checks chain id, decimals and reachability of every endpoint. Messages name no URL and no key. */
  check(): Promise<readonly ChainFault[]>
  /** Tries the calls that a node may refuse although {@link ChainReader.check} finds no fault; for the command `check`. */
  limits(): Promise<readonly NodeLimit[]>
  close(): Promise<void>
}

/** What one node does not do. */
export interface NodeLimit {
  readonly endpoint: string
  /** Whether payments or orders depend on it. */
  readonly isFault: boolean
  readonly message: string
}

/** A fault of a node. `'mismatch'` disables the rail; `'down'` and `'lags'` pause it. */
export interface ChainFault {
  readonly endpoint: string
  readonly kind: 'down' | 'lags' | 'mismatch'
  readonly message: string
}

/** Thrown if no node gives a reliable answer now. The caller leaves the cursor unchanged and retries later. */
export class ChainError extends Error {
  readonly chain: ChainId
  readonly kind: 'down' | 'lags' | 'mismatch' | 'limited' | 'inconsistent'
  /** The pause that the node asked for, in ms; null if it asked for none. */
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
