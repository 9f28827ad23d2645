import * as z from 'zod'
import type { Block } from '#server/chain/chain-reader.ts'
import type { NodeLog, NodeReceipt, NodeTransaction } from './node-objects.ts'

const HEX = /^0x[0-9a-fA-F]*$/
/** The year 2242: a time beyond it is no block's. */
const LATEST_TIME_S = 2 ** 33

/** A fixed number of bytes, `0x` and two digits per byte; lower case afterwards. */
function bytes(count: number): z.ZodType<string> {
  return z
    .string()
    .refine((text) => text.length === 2 + 2 * count && HEX.test(text), `expected ${String(count)} bytes`)
    .transform((text) => text.toLowerCase())
}

const hash = bytes(32)
const address = bytes(20)

/** A quantity: `0x` and 1 to 64 hexadecimal digits. */
export const quantityAnswer = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/, 'expected a quantity')
  .transform(BigInt)

/** A quantity that is a safe integer. */
export const numberAnswer = quantityAnswer
  .refine((value) => value <= Number.MAX_SAFE_INTEGER, 'expected a safe integer')
  .transform(Number)

/** Any number of bytes in hexadecimal; lower case afterwards. */
export const dataAnswer = z
  .string()
  .refine((text) => text.length % 2 === 0 && HEX.test(text), 'expected bytes')
  .transform((text) => text.toLowerCase())

/** A block without its transactions. */
export const evmBlockAnswer = z
  .object({
    number: numberAnswer,
    hash,
    parentHash: hash,
    timestamp: numberAnswer.refine((seconds) => seconds < LATEST_TIME_S, 'expected a time'),
  })
  .transform(({ number, timestamp, ...hashes }): Block => ({
    height: number,
    hash: hashes.hash,
    parentHash: hashes.parentHash,
    at: new Date(timestamp * 1000),
  }))

/** The part of a block that EIP-1559 adds. */
export const baseFeeAnswer = z.object({ baseFeePerGas: quantityAnswer.nullish() })

/** A transaction; a missing recipient is not the same as none, which creates a contract. */
export const evmTransactionAnswer = z
  .object({
    hash,
    from: address,
    to: address.nullable(),
    value: quantityAnswer,
    nonce: numberAnswer.optional().catch(undefined),
  })
  .transform((transaction): NodeTransaction => transaction)

/** The transactions of a full block. */
export const fullBlockAnswer = z.object({ transactions: z.array(evmTransactionAnswer) })

const log = z
  .object({
    address,
    topics: z.array(hash).max(4),
    data: dataAnswer,
    logIndex: numberAnswer,
    transactionHash: hash,
    blockHash: hash,
    blockNumber: numberAnswer,
    removed: z.boolean().nullish(),
  })
  .transform(({ removed, ...one }): NodeLog & { readonly isRemoved: boolean } => ({
    address: one.address,
    topics: one.topics,
    data: one.data,
    index: one.logIndex,
    txHash: one.transactionHash,
    blockHash: one.blockHash,
    height: one.blockNumber,
    isRemoved: removed === true,
  }))

/** Logs without those of a block that was replaced. */
export const logsAnswer = z
  .array(log)
  .transform((logs): readonly NodeLog[] =>
    logs.filter((one) => !one.isRemoved).map(({ isRemoved: _, ...one }) => one),
  )

/** A receipt. Its fee is gas and, if the transaction carries any, blobs. */
export const receiptAnswer = z
  .object({
    transactionHash: hash,
    blockHash: hash,
    blockNumber: numberAnswer,
    status: quantityAnswer.refine((status) => status <= 1n, 'expected 0 or 1'),
    gasUsed: quantityAnswer,
    effectiveGasPrice: quantityAnswer,
    blobGasUsed: quantityAnswer.nullish(),
    blobGasPrice: quantityAnswer.nullish(),
    logs: logsAnswer,
  })
  .refine(
    (one) => (one.blobGasUsed ?? 0n) === 0n || one.blobGasPrice != null,
    'expected a price of the blobs',
  )
  .transform((one): NodeReceipt => ({
    txHash: one.transactionHash,
    blockHash: one.blockHash,
    height: one.blockNumber,
    isSuccess: one.status === 1n,
    fee: one.gasUsed * one.effectiveGasPrice + (one.blobGasUsed ?? 0n) * (one.blobGasPrice ?? 0n),
    logs: one.logs,
  }))
