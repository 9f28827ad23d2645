import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { Block } from '#server/chain/chain-reader.ts'
import { askNode, NodeFault, retryAfterMs, splitCredentials } from '#server/chain/node-http.ts'
import type { OutputChainId } from '#shared/chains.ts'
import { atoms, type Atoms } from '#shared/money.ts'
import { addressField, hashField, heightField, timeField } from './answer-fields.ts'
import type { BitcoinTransaction } from './find-transfers.ts'

/** Options of {@link createEsplora}. */
export interface EsploraOptions {
  readonly chain: OutputChainId
  /** Base URL of the REST interface, such as `https://host/api`. */
  readonly url: string
  /** Shortest time between two requests, in ms; public servers answer 429 to faster clients. Default 250. */
  readonly gapMs?: number
  /** For a whole request including the body, in ms. Default 15,000. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

const blockAnswer = z
  .object({
    id: hashField,
    height: heightField,
    tx_count: z.int().positive(),
    timestamp: timeField,
    mediantime: timeField,
    previousblockhash: hashField.nullish(),
  })
  .refine(({ height, previousblockhash }) => height === 0 || previousblockhash != null, 'expected a parent')
const statusAnswer = z.discriminatedUnion('confirmed', [
  z.object({ confirmed: z.literal(true), block_height: heightField, block_hash: hashField }),
  z.object({ confirmed: z.literal(false) }),
])
/** All bitcoin that will ever exist, in satoshi. */
const MOST_SATS = 21_000_000 * 100_000_000
/** The types of scripts that pay to an address, as Esplora names them. */
const TYPES_WITH_ADDRESS: readonly string[] = ['p2pkh', 'p2sh', 'v0_p2wpkh', 'v0_p2wsh', 'v1_p2tr']
const transactionAnswer = z.object({
  txid: hashField,
  vin: z.array(z.object({ txid: hashField, vout: z.int().nonnegative(), is_coinbase: z.boolean() })),
  vout: z.array(
    z
      .object({
        scriptpubkey_address: addressField.optional(),
        scriptpubkey_type: z.string(),
        value: z.int().nonnegative().max(MOST_SATS),
      })
      .refine(
        (output) =>
          output.scriptpubkey_address !== undefined || !TYPES_WITH_ADDRESS.includes(output.scriptpubkey_type),
        'expected an address',
      ),
  ),
  status: statusAnswer,
})
const outspendAnswer = z.union([
  z.object({ spent: z.literal(true), txid: hashField }),
  z.object({ spent: z.literal(false) }),
])

const unspentAnswer = z.array(
  z.object({
    txid: hashField,
    vout: z.int().nonnegative(),
    value: z.int().nonnegative().max(MOST_SATS),
    status: z.object({ confirmed: z.boolean() }),
  }),
)
/** Satoshis per virtual byte, by the number of blocks. */
const feesAnswer = z.record(z.string(), z.number().nonnegative().max(100_000))

/** An unspent output of an address. */
interface EsploraOutput {
  readonly txHash: string
  readonly index: number
  readonly atoms: Atoms
  readonly isConfirmed: boolean
}

/** A block and what Esplora says about it. */
export interface EsploraBlock {
  readonly block: Block
  readonly transactionCount: number
  /** The time that the miner set, used to detect a lagging server. */
  readonly minedAt: Date
}

/** A transaction and the block that contains it. */
export interface EsploraTransaction {
  readonly transaction: BitcoinTransaction
  /** Null while unconfirmed. */
  readonly confirmed: { readonly height: number; readonly blockHash: string } | null
}

/**
 * A client for one server with Esplora's REST interface. Answers are validated; null means that the server does not know
 * the requested object. Every method throws {@link NodeFault} without a valid answer. Source: Blockstream/esplora, API.md.
 */
export interface Esplora {
  readonly chain: OutputChainId
  tipHash(): Promise<string>
  hashAt(height: number): Promise<string | null>
  block(blockHash: string): Promise<EsploraBlock | null>
  /** A page of a block's transactions. */
  blockTransactions(blockHash: string, start: number): Promise<readonly EsploraTransaction[]>
  /** A page of an address's confirmed transactions, newest first, starting after `afterTxid`. */
  confirmedOf(address: string, afterTxid: string | null): Promise<readonly EsploraTransaction[]>
  /** An address's unconfirmed transactions, at most 50. */
  unconfirmedOf(address: string): Promise<readonly EsploraTransaction[]>
  transaction(txid: string): Promise<EsploraTransaction | null>
  /** The outputs of an address that neither the chain nor the mempool spends. */
  unspentOf(address: string): Promise<readonly EsploraOutput[]>
  /** Satoshis for 1,000 virtual bytes, to be mined within `blocks`; null if the server has no estimate. */
  feeRate(blocks: number): Promise<bigint | null>
  /** The transaction that spends an outpoint, confirmed or not; null where none is known. */
  spenderOf(outpoint: string): Promise<string | null>
}

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024
const NO_PARENT = '0'.repeat(64)

/**
 * Creates a client for one Esplora server.
 *
 * @throws {RangeError} if `options.url` is not a URL; the message does not quote it.
 */
export function createEsplora(options: EsploraOptions): Esplora {
  const { chain } = options
  const { url, headers } = splitCredentials(options.url)
  const root = url.replace(/\/+$/, '')
  const ask = options.fetch ?? globalThis.fetch
  const gapMs = options.gapMs ?? 250
  const timeoutMs = options.timeoutMs ?? 15_000
  let nextTurn = 0

  async function waitTurn(): Promise<void> {
    const now = performance.now()
    const turn = Math.max(now, nextTurn)
    nextTurn = turn + gapMs
    if (turn > now) await pause(turn - now)
  }

  /** @param what describes the request in messages, since paths contain addresses. */
  async function get(what: string, path: string): Promise<string | null> {
    await waitTurn()
    const limits = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES, what }
    const { response, text } = await askNode(ask, `${root}${path}`, { headers }, limits)
    return bodyOf(what, response, text)
  }

  async function getJson<Shape>(what: string, path: string, schema: z.ZodType<Shape>): Promise<Shape | null> {
    const text = await get(what, path)
    return text === null ? null : readJson(what, schema, text)
  }

  async function getHash(what: string, path: string): Promise<string | null> {
    const text = await get(what, path)
    return text === null ? null : readJson(what, hashField, JSON.stringify(text.trim()))
  }

  async function getTransactions(what: string, path: string): Promise<readonly EsploraTransaction[]> {
    const answer = await getJson(what, path, z.array(transactionAnswer))
    if (answer === null)
      throw new NodeFault('malformed', `${what}: expected a list, got 404`, { status: 404 })
    return answer.map(asTransaction)
  }

  return {
    chain,
    async tipHash() {
      const tip = await getHash('tip', '/blocks/tip/hash')
      if (tip === null) throw new NodeFault('malformed', 'tip: expected a hash, got 404', { status: 404 })
      return tip
    },
    hashAt: (height) => getHash('block at a height', `/block-height/${String(height)}`),
    async block(blockHash) {
      const answer = await getJson('block', `/block/${blockHash}`, blockAnswer)
      if (answer !== null && answer.id !== blockHash) throw anotherThan('block')
      return answer && asBlock(answer)
    },
    async blockTransactions(blockHash, start) {
      const found = await getTransactions(
        "a block's transactions",
        `/block/${blockHash}/txs/${String(start)}`,
      )
      if (found.some(({ confirmed }) => confirmed?.blockHash !== blockHash))
        throw anotherThan("a block's transactions")
      return found
    },
    confirmedOf: (address, afterTxid) =>
      getTransactions(
        "an address's transactions",
        `/address/${address}/txs/chain${afterTxid === null ? '' : `/${afterTxid}`}`,
      ),
    unconfirmedOf: (address) =>
      getTransactions("an address's unconfirmed transactions", `/address/${address}/txs/mempool`),
    async transaction(txid) {
      const answer = await getJson('transaction', `/tx/${txid}`, transactionAnswer)
      if (answer !== null && answer.txid !== txid) throw anotherThan('transaction')
      return answer && asTransaction(answer)
    },
    async unspentOf(address) {
      const what = "an address's unspent outputs"
      const answer = await getJson(what, `/address/${address}/utxo`, unspentAnswer)
      if (answer === null)
        throw new NodeFault('malformed', `${what}: expected a list, got 404`, { status: 404 })
      return answer.map(({ txid, vout, value, status }) => ({
        txHash: txid,
        index: vout,
        atoms: atoms(BigInt(value)),
        isConfirmed: status.confirmed,
      }))
    },
    async feeRate(blocks) {
      const fees = await getJson('fee estimates', '/fee-estimates', feesAnswer)
      const rate = fees?.[String(blocks)]
      return rate === undefined ? null : BigInt(Math.ceil(rate * 1000))
    },
    async spenderOf(outpoint) {
      const [txid, index] = outpoint.split(':')
      const answer = await getJson('outspend', `/tx/${txid ?? ''}/outspend/${index ?? ''}`, outspendAnswer)
      return answer?.spent === true ? answer.txid : null
    },
  }
}

function anotherThan(what: string): NodeFault {
  return new NodeFault('malformed', `${what}: expected the one requested, got another`)
}

function bodyOf(what: string, response: Response, text: string): string | null {
  const { status } = response
  const facts = { status, nodeMessage: text.slice(0, 500), retryAfterMs: retryAfterMs(response) }
  if (status === 404) return null
  if (status === 402 || status === 403 || status === 429) {
    throw new NodeFault('limited', `${what}: asked to pause (HTTP ${String(status)})`, facts)
  }
  if (!response.ok) throw new NodeFault('down', `${what}: HTTP ${String(status)}`, facts)
  return text
}

function readJson<Shape>(what: string, schema: z.ZodType<Shape>, text: string): Shape {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new NodeFault('malformed', `${what}: expected JSON, got something else`)
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const where = read.error.issues[0]?.path.join('.') ?? ''
  throw new NodeFault('malformed', `${what}: expected another answer at "${where}"`)
}

function asBlock(answer: z.infer<typeof blockAnswer>): EsploraBlock {
  return {
    block: {
      height: answer.height,
      hash: answer.id,
      parentHash: answer.previousblockhash ?? NO_PARENT,
      at: new Date(answer.mediantime * 1000),
    },
    transactionCount: answer.tx_count,
    minedAt: new Date(answer.timestamp * 1000),
  }
}

function asTransaction({ txid, vin, vout, status }: z.infer<typeof transactionAnswer>): EsploraTransaction {
  return {
    transaction: {
      txid,
      inputs: vin.flatMap((input) => (input.is_coinbase ? [] : [`${input.txid}:${String(input.vout)}`])),
      outputs: vout.map((output, index) => ({
        index,
        address: output.scriptpubkey_address ?? null,
        atoms: atoms(BigInt(output.value)),
      })),
    },
    confirmed: status.confirmed ? { height: status.block_height, blockHash: status.block_hash } : null,
  }
}
