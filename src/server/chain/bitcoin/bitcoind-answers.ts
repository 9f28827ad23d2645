import * as z from 'zod'
import type { Block } from '#server/chain/chain-reader.ts'
import { hashField, heightField, timeField } from './answer-fields.ts'
import { inputsAnswer, isAmount, outputsAnswer, readScript } from './decoded-transaction.ts'
import type { BitcoinTransaction } from './find-transfers.ts'

const amount = z.number().refine(isAmount, 'expected an amount with at most 8 decimals')

/** The used part of `getblockchaininfo`'s answer. */
export const chainInfoAnswer = z.object({
  chain: z.string(),
  blocks: heightField,
  headers: heightField,
  bestblockhash: hashField,
  initialblockdownload: z.boolean(),
})

const headerShape = z.object({
  hash: hashField,
  height: heightField,
  previousblockhash: hashField.optional(),
  time: timeField,
  mediantime: timeField,
})
const hasParent = (header: z.infer<typeof headerShape>) =>
  header.height === 0 || header.previousblockhash !== undefined
/** The used part of `getblockheader`'s answer. Only the first block has no parent. */
export const headerAnswer = headerShape.refine(hasParent, 'expected a parent')

/** The used part of a decoded transaction. `confirmations` and `blockhash` are present once it is in a block. */
export const transactionAnswer = z
  .object({
    txid: hashField,
    blockhash: hashField.optional(),
    confirmations: z.int().optional(),
    vin: inputsAnswer,
    vout: outputsAnswer,
  })
  .refine(
    ({ blockhash, confirmations }) => (blockhash === undefined) === (confirmations === undefined),
    'expected a block and its confirmations, or neither',
  )

/** The used part of `getblock`'s answer at verbosity 2. */
export const blockAnswer = headerShape
  .extend({ tx: z.array(transactionAnswer), nTx: z.int() })
  .refine(hasParent, 'expected a parent')
  .refine(({ tx, nTx }) => tx.length === nTx, 'expected all transactions')

/** The used part of `gettxout`'s answer; null if the output is spent, or not known. */
export const unspentOutputAnswer = z
  .object({
    bestblock: hashField,
    value: amount,
    confirmations: z.int().nonnegative(),
    scriptPubKey: z.unknown().transform((given, context) => {
      const script = readScript(given)
      if (script !== undefined) return script
      context.addIssue({ code: 'custom', message: 'expected a script' })
      return z.NEVER
    }),
  })
  .nullable()

/** The used part of `scantxoutset`'s answer; `desc` is the descriptor that was searched, such as `addr(bc1…)#checksum`. */
export const unspentAnswer = z.object({
  unspents: z.array(z.object({ desc: z.string(), txid: hashField, vout: z.int().nonnegative(), amount })),
})

/** The used part of `estimatesmartfee`'s answer, in BTC for 1,000 virtual bytes; without `feerate` the node has seen too few blocks. */
export const feeAnswer = z.object({ feerate: amount.optional() })
/** The used part of `getmempoolinfo`'s answer: below this rate, in BTC for 1,000 virtual bytes, the node relays nothing. */
export const relayFeeAnswer = z.object({ mempoolminfee: amount, minrelaytxfee: amount })

/** The answer of `getblockhash`: 64 lower-case hexadecimal digits. */
export const hashAnswer = hashField
/** The answer of `getmempoolinfo`: `loaded` is false while a restarted node reads its mempool from disk. */
export const mempoolInfoAnswer = z.object({ loaded: z.boolean() })

/** The answer of `getrawmempool`: transaction ids. */
export const mempoolAnswer = z.array(hashField)

const NO_PARENT = '0'.repeat(64)

/** Converts a header to a Block. Its time is the median time past, which a miner cannot choose freely. Source: BIP-113. */
export function asBlock(header: z.infer<typeof headerAnswer>): Block {
  return {
    height: header.height,
    hash: header.hash,
    parentHash: header.previousblockhash ?? NO_PARENT,
    at: new Date(header.mediantime * 1000),
  }
}

/** Converts a decoded transaction. */
export function asTransaction({ txid, vin, vout }: z.infer<typeof transactionAnswer>): BitcoinTransaction {
  return { txid, inputs: vin, outputs: vout }
}
