import * as z from 'zod'
import type { Block } from '#server/chain/chain-reader.ts'
import type { Atoms } from '#shared/money.ts'
import { addressField, hashField, heightField, timeField } from './answer-fields.ts'
import type { BitcoinTransaction } from './find-transfers.ts'

const SATOSHI_OF_A_BITCOIN = 1e8
/** A decimal of the coin with at most 8 decimals: a number with more is no amount, and rounding it would invent one. */
const amount = z
  .number()
  .nonnegative()
  .max(21_000_000)
  // a division's result is the nearest double, as a literal's is
  .refine((btc) => inSatoshi(btc) / SATOSHI_OF_A_BITCOIN === btc, 'expected at most 8 decimals')
/** The types of scripts that pay to an address, as bitcoind names them. */
const TYPES_WITH_ADDRESS: readonly string[] = [
  'pubkeyhash',
  'scripthash',
  'witness_v0_keyhash',
  'witness_v0_scripthash',
  'witness_v1_taproot',
]

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

/** An output's script. Before version 22, as of litecoind to this day, a list has its address. */
const scriptAnswer = z
  .object({
    address: addressField.optional(),
    addresses: z.array(addressField).optional(),
    type: z.string(),
  })
  .transform(({ address, addresses = [], type }) => {
    const only = TYPES_WITH_ADDRESS.includes(type) && addresses.length === 1 ? addresses[0] : undefined
    return { address: address ?? only, type }
  })
/** What is hidden in an extension block (MWEB of Litecoin) has a name, and no amount and no script. */
const hiddenAnswer = z.object({ ismweb: z.literal(true) })

/** The used part of a decoded transaction. `confirmations` and `blockhash` are present once it is in a block; `value` is in BTC. */
export const transactionAnswer = z
  .object({
    txid: hashField,
    blockhash: hashField.optional(),
    confirmations: z.int().optional(),
    vin: z.array(
      z.union([
        z.object({ coinbase: z.string() }),
        z.object({ txid: hashField, vout: z.int().nonnegative() }),
        hiddenAnswer,
      ]),
    ),
    vout: z
      .array(
        z.union([
          z.object({
            value: amount,
            n: z.int(),
            scriptPubKey: scriptAnswer.refine(
              (script) => script.address !== undefined || !TYPES_WITH_ADDRESS.includes(script.type),
              'expected an address',
            ),
          }),
          hiddenAnswer,
        ]),
      )
      .transform((outputs) => outputs.flatMap((output) => ('n' in output ? output : [])))
      .refine((outputs) => outputs.every(({ n }, at) => n === at), 'expected outputs in their order'),
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
    scriptPubKey: scriptAnswer,
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

/**
 * Converts an amount of BTC with at most 8 decimals. Up to 21 million BTC a double and its product are off by less than
 * half a satoshi together, so that rounding returns the node's digits.
 */
export function satoshis(btc: number): Atoms {
  return BigInt(inSatoshi(btc)) as Atoms
}

function inSatoshi(btc: number): number {
  return Math.round(btc * SATOSHI_OF_A_BITCOIN)
}

/** Converts a decoded transaction; its amounts become satoshi. */
export function asTransaction(answer: z.infer<typeof transactionAnswer>): BitcoinTransaction {
  return {
    txid: answer.txid,
    inputs: answer.vin.flatMap((input) => ('txid' in input ? [`${input.txid}:${String(input.vout)}`] : [])),
    outputs: answer.vout.map(({ n, value, scriptPubKey }) => ({
      index: n,
      address: scriptPubKey.address ?? null,
      atoms: satoshis(value),
    })),
  }
}
