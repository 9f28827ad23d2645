import * as z from 'zod'
import type { Atoms } from '#shared/money.ts'
import { ADDRESS, HASH } from './answer-fields.ts'
import type { BitcoinOutput } from './find-transfers.ts'

const SATOSHI_OF_A_BITCOIN = 1e8
const MOST_BITCOIN = 21_000_000
/** The types of scripts that pay to an address, as bitcoind names them. */
const TYPES_WITH_ADDRESS: readonly string[] = [
  'pubkeyhash',
  'scripthash',
  'witness_v0_keyhash',
  'witness_v0_scripthash',
  'witness_v1_taproot',
]

type Fields = Readonly<Record<string, unknown>>
const isFields = (given: unknown): given is Fields => typeof given === 'object' && given !== null
const isCount = (given: unknown): given is number => Number.isSafeInteger(given) && Number(given) >= 0
const isAddress = (given: unknown): given is string => typeof given === 'string' && ADDRESS.test(given)

/** Whether this is an amount of the coin with at most 8 decimals: rounding a number with more would invent one. */
export function isAmount(given: unknown): given is number {
  // a division's result is the nearest double, as a literal's is
  return (
    typeof given === 'number' &&
    given >= 0 &&
    given <= MOST_BITCOIN &&
    inSatoshi(given) / SATOSHI_OF_A_BITCOIN === given
  )
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

/** The inputs of a transaction as outpoints, `txid:n`; none of a coinbase. */
export const inputsAnswer = listOf('an input', (given): string | null | undefined => {
  if (!isFields(given)) return undefined
  const { coinbase, txid, vout } = given
  if (typeof coinbase === 'string') return null
  if (typeof txid === 'string' && HASH.test(txid) && isCount(vout)) return `${txid}:${String(vout)}`
  return isHidden(given) ? null : undefined
})

/** The outputs of a transaction, in their order. */
export const outputsAnswer = listOf('an output', readOutput).refine(
  (outputs) => outputs.every(({ index }, at) => index === at),
  'expected outputs in their order',
)

function readOutput(given: unknown): BitcoinOutput | null | undefined {
  if (!isFields(given)) return undefined
  const { value, n, scriptPubKey } = given
  const script = readScript(scriptPubKey)
  const isMissing = script?.address === null && TYPES_WITH_ADDRESS.includes(script.type)
  if (script !== undefined && !isMissing && isAmount(value) && isCount(n))
    return { index: n, address: script.address, atoms: satoshis(value) }
  return isHidden(given) ? null : undefined
}

/**
 * Reads an output's script. Before version 22, as of litecoind to this day, a list has its address.
 *
 * @returns its type and its address, null without one; undefined for what is no script.
 */
export function readScript(
  given: unknown,
): { readonly type: string; readonly address: string | null } | undefined {
  if (!isFields(given)) return undefined
  const { address, addresses = [], type } = given
  if (typeof type !== 'string' || !Array.isArray(addresses) || !addresses.every(isAddress)) return undefined
  if (address !== undefined) return isAddress(address) ? { type, address } : undefined
  const only = TYPES_WITH_ADDRESS.includes(type) && addresses.length === 1 ? addresses[0] : undefined
  return { type, address: only ?? null }
}

/** What is hidden in an extension block (MWEB of Litecoin) has a name, and no amount and no script. */
function isHidden({ ismweb }: Fields): boolean {
  return ismweb === true
}

/**
 * A list whose members are read by a function: a full block has 27,000 outputs, and a schema costs a dozen calls for each.
 *
 * @param read returns null for what is left out, undefined for what is not as expected.
 */
function listOf<Member>(what: string, read: (given: unknown) => Member | null | undefined) {
  return z.array(z.unknown()).transform((members, context): readonly Member[] => {
    const found: Member[] = []
    for (const [at, given] of members.entries()) {
      const member = read(given)
      if (member === undefined) {
        context.addIssue({ code: 'custom', message: `expected ${what}`, path: [at] })
        return z.NEVER
      }
      if (member !== null) found.push(member)
    }
    return found
  })
}
