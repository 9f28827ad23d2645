import type { Block } from '#server/chain/chain-reader.ts'

/** A transaction. Addresses and hashes are `0x` and lower-case hexadecimal, amounts are in the chain's smallest unit. */
export interface NodeTransaction {
  readonly hash: string
  readonly from: string
  /** Null if the transaction creates a contract. */
  readonly to: string | null
  readonly value: bigint
  /** Its number among those of its sender; absent on Tron. */
  readonly nonce?: number | undefined
}

/** A block with its transactions. */
export interface FullBlock extends Block {
  readonly transactions: readonly NodeTransaction[]
}

/** The block alone: what is kept of it is small. */
export function withoutTransactions({ height, hash, parentHash, at }: Block): Block {
  return { height, hash, parentHash, at }
}

/** A log of a transaction in a block. Addresses, topics and data are `0x` and lower-case hexadecimal. */
export interface NodeLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  /** Position within the block. */
  readonly index: number
  readonly txHash: string
  readonly blockHash: string
  readonly height: number
}

/** The result of a transaction in a block. */
export interface NodeReceipt {
  readonly txHash: string
  readonly blockHash: string
  readonly height: number
  readonly isSuccess: boolean
  /** What the sender paid in addition to the value: gas, and blobs if there are any. */
  readonly fee: bigint
  readonly logs: readonly NodeLog[]
}
