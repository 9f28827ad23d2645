import * as z from 'zod'
import type { Block } from '#server/chain/chain-reader.ts'
import { parseAmount } from '#shared/money.ts'
import type { BitcoinTransaction } from './find-transfers.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const height = z.int().nonnegative()

/** The used part of `getblockchaininfo`'s answer. */
export const chainInfoAnswer = z.object({
  chain: z.string(),
  blocks: height,
  headers: z.int(),
  bestblockhash: hash,
  initialblockdownload: z.boolean(),
})

/** The used part of `getblockheader`'s answer. Times are in seconds since 1970. */
export const headerAnswer = z.object({
  hash,
  height,
  previousblockhash: hash.optional(),
  time: z.int(),
  mediantime: z.int(),
})

/** The used part of a decoded transaction. `confirmations` and `blockhash` are present once it is in a block; `value` is in BTC. */
export const transactionAnswer = z.object({
  txid: hash,
  blockhash: hash.optional(),
  confirmations: z.int().optional(),
  vin: z.array(z.object({ txid: hash.optional(), vout: z.int().optional() })),
  vout: z.array(
    z.object({
      value: z.number().nonnegative().max(21_000_000),
      n: z.int().nonnegative(),
      scriptPubKey: z.object({ address: z.string().optional() }),
    }),
  ),
})

/** The used part of `getblock`'s answer at verbosity 2. */
export const blockAnswer = headerAnswer.extend({ tx: z.array(transactionAnswer) })

/** The used part of `scantxoutset`'s answer; `desc` is the descriptor that was searched, such as `addr(bc1…)#checksum`. */
export const unspentAnswer = z.object({ unspents: z.array(z.object({ desc: z.string() })) })

/** The answer of `getblockhash`: 64 lower-case hexadecimal digits. */
export const hashAnswer = hash
/** The answer of `getmempoolinfo`: `loaded` is false while a restarted node reads its mempool from disk. */
export const mempoolInfoAnswer = z.object({ loaded: z.boolean() })

/** The answer of `getrawmempool`: transaction ids. */
export const mempoolAnswer = z.array(hash)

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

/** Converts a decoded transaction; its amounts become satoshi. */
export function asTransaction(answer: z.infer<typeof transactionAnswer>): BitcoinTransaction {
  return {
    txid: answer.txid,
    inputs: answer.vin.flatMap(({ txid, vout }) =>
      txid === undefined || vout === undefined ? [] : [`${txid}:${String(vout)}`],
    ),
    outputs: answer.vout.map(({ n, value, scriptPubKey }) => ({
      index: n,
      address: scriptPubKey.address ?? null,
      // At most 2.1 * 10^15 satoshi: a double represents 8 decimals of that exactly, so `toFixed` returns the node's digits.
      atoms: parseAmount(value.toFixed(8), 8),
    })),
  }
}
