import type { Asset } from '#shared/assets.ts'
import type { ChainId, EvmChainId } from '#shared/chains.ts'
import { atoms, type Atoms } from '#shared/money.ts'

/** An output that paid an address of the shop, as the shop has seen it. */
export interface KnownOutput {
  readonly address: string
  readonly txHash: string
  readonly index: number
  /** More than 1: that many outputs of the transaction to the address, from `index` on. */
  readonly outputs: number
}

/** An output that can be spent now. */
export interface UnspentOutput {
  readonly address: string
  readonly txHash: string
  readonly index: number
  readonly atoms: Atoms
}

/** What the addresses of a chain with outputs hold. Every method asks a node and throws `ChainError` without an answer. */
export interface OutputFunds {
  readonly kind: 'outputs'
  readonly chain: ChainId
  /** Those of `known` that neither the chain nor the mempool spends, with the amounts that the node reports. */
  unspent(known: readonly KnownOutput[]): Promise<readonly UnspentOutput[]>
  /** The confirmed outputs of an address that neither the chain nor the mempool spends. A bitcoind searches for minutes. */
  unspentOf(address: string): Promise<readonly UnspentOutput[]>
  /** Those of `outpoints`, `txid:n`, that the chain or the mempool spends. */
  spent(outpoints: readonly string[]): Promise<ReadonlySet<string>>
  /** Satoshis for 1,000 virtual bytes, to be mined within about an hour. */
  feeRate(): Promise<bigint>
}

/** What a transfer costs at most: `limit` units of gas or energy at `perUnit`, and `extra` for its data. In atoms of the chain's coin. */
export interface TransferFee {
  readonly limit: bigint
  readonly perUnit: bigint
  /** The part of `perUnit` that goes to the block's producer; 0 where there is no such part. */
  readonly priorityPerUnit: bigint
  readonly extra: bigint
}

/** The most that a transfer may cost, in atoms of the chain's coin. */
export function mostOf({ limit, perUnit, extra }: TransferFee): Atoms {
  return atoms(limit * perUnit + extra)
}

/** A movement of everything, or a part, from an address of the shop. Addresses are in the chain's own format. */
export interface AccountTransfer {
  readonly from: string
  readonly to: string
  readonly asset: Asset
  readonly atoms: Atoms
}

/** Whether a transaction can be made for an address now. */
export interface AccountState {
  /** Number of the next transaction; 0 where the chain does not count them. */
  readonly nonce: number
  /** Whether a transaction of the address waits to be mined. */
  readonly isPending: boolean
  /** Whether the issuer of the asset has frozen the address; null if there is no way to know. */
  readonly isFrozen: boolean | null
}

/** How many transactions an account has sent, where the chain counts them: the number of its next one. */
export interface SentCounts {
  /** At the block {@link SETTLED_BLOCKS} below the head, which is not replaced any more. */
  readonly settled: number
  readonly mined: number
  /** With those that wait to be mined. */
  readonly pending: number
}

/** Below the head: what is as deep stays, and nodes remember the states of as many blocks. */
export const SETTLED_BLOCKS = 100

/** What {@link AccountFunds.findSent} found. */
export interface SentSearch {
  /** Hash by number of the transaction. */
  readonly found: ReadonlyMap<number, string>
  /** Up to this height nothing is left to be found. */
  readonly scannedHeight: number
}

/** A transaction to be signed elsewhere. Amounts in JSON are decimal or hexadecimal text. */
export interface UnsignedTransaction {
  readonly from: string
  /** What signers of the chain take. */
  readonly transaction: Readonly<Record<string, unknown>>
  /** The bytes to be signed, before their hash; `0x` and hexadecimal on EVM chains. */
  readonly unsigned: string
  /** The hash to be signed. */
  readonly signingHash: string
}

/** What the addresses of a chain with accounts hold. Every method asks a node and throws `ChainError` without an answer. */
export interface AccountFunds {
  readonly kind: 'accounts'
  readonly chain: EvmChainId
  /** The chain id that transactions are for. */
  readonly chainId: number
  /** The tokens whose balances can be read. */
  readonly tokens: readonly Asset[]
  /** The newest balances, in the order of `addresses`. */
  balances(addresses: readonly string[], asset: Asset): Promise<readonly Atoms[]>
  /** What a transfer like this costs now. */
  feeOf(transfer: AccountTransfer): Promise<TransferFee>
  /** In the order of `addresses`. */
  states(addresses: readonly string[], asset: Asset): Promise<readonly AccountState[]>
  /** The newest block. */
  height(): Promise<number>
  /** Null on a chain that does not count the transactions of an account. */
  sentCounts(address: string): Promise<SentCounts | null>
  /**
   * Finds mined transactions of an account by their numbers, in the blocks above `scannedHeight`, a few hundred at a time.
   * Blocks are read only once the account has sent one of them.
   */
  findSent(address: string, nonces: readonly number[], scannedHeight: number): Promise<SentSearch>
  /** Writes one unsigned transaction for each transfer. */
  compose(
    transfers: readonly (AccountTransfer & { readonly nonce: number })[],
    fee: TransferFee,
  ): Promise<readonly UnsignedTransaction[]>
}

/** What the nodes of a chain say about money at the shop's addresses. */
export type FundReader = OutputFunds | AccountFunds
