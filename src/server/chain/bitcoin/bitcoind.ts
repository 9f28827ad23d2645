import type * as z from 'zod'
import { ChainError, type Block } from '#server/chain/chain-reader.ts'
import type { Endpoint } from '#server/chain/endpoints.ts'
import type { JsonRpc } from '#server/chain/json-rpc.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import {
  asBlock,
  asTransaction,
  blockAnswer,
  chainInfoAnswer,
  feeAnswer,
  hashAnswer,
  headerAnswer,
  mempoolAnswer,
  mempoolInfoAnswer,
  relayFeeAnswer,
  transactionAnswer,
  unspentAnswer,
  unspentOutputAnswer,
} from './bitcoind-answers.ts'
import { satoshis } from './decoded-transaction.ts'
import type { OutputChainId } from '#shared/chains.ts'
import type { Atoms } from '#shared/money.ts'
import { readAnswer } from '#server/chain/read-answer.ts'
import type { BitcoinTransaction } from './find-transfers.ts'

// bitcoind's own codes, src/rpc/protocol.h
const MISC_ERROR = -1
const NOT_FOUND = -5
const OUT_OF_RANGE = -8
/** A decoded full block is about 10 MB of JSON, and a small node needs some time for it. */
const BLOCK_TIMEOUT_MS = 60_000
/** A search of all unspent outputs; 1 to 10 minutes on mainnet. */
const SEARCH_TIMEOUT_MS = 30 * 60_000

/** The calls that a reader makes to one bitcoind, or a program derived from it. Answers are validated; every method throws NodeFault or ChainError. */
export interface BitcoindClient {
  readonly chain: OutputChainId
  chainInfo(): Promise<z.infer<typeof chainInfoAnswer>>
  /** Hash of the first block. */
  genesis(): Promise<string | null>
  header(hash: string): Promise<z.infer<typeof headerAnswer>>
  /** Null above the head. */
  hashAt(height: number): Promise<string | null>
  /** @throws {ChainError} `'down'` if the node has pruned the block. */
  block(hash: string): Promise<{ block: Block; transactions: readonly BitcoinTransaction[] }>
  mempool(): Promise<readonly string[]>
  /** False while a restarted node reads its mempool from disk: until then `mempool` is incomplete. */
  isMempoolLoaded(): Promise<boolean>
  /** Those of `txids` that are unconfirmed now; the others were mined or dropped. */
  unconfirmed(txids: readonly string[]): Promise<readonly BitcoinTransaction[]>
  /** A transaction in a given block; null if the block does not contain it. */
  inBlock(txid: string, blockHash: string): Promise<BitcoinTransaction | null>
  /** Whether the node finds a transaction without its block hash: in its mempool, or in its index if it has one. */
  knows(txid: string): Promise<boolean>
  /** Like `knows`, but returns the transaction; `blockHash` is null in the mempool. */
  lookUp(txid: string): Promise<{ transaction: BitcoinTransaction; blockHash: string | null } | null>
  /** Whether an outpoint, `txid:n`, is unspent by the chain and the mempool. */
  isUnspent(outpoint: string): Promise<boolean>
  /** An output that neither the chain nor the mempool spends; null if it is spent or not known. */
  unspentOutput(txid: string, index: number): Promise<BitcoindOutput | null>
  /** All confirmed outputs of `addresses`; the node searches like {@link BitcoindClient.addressesWithCoins}. */
  outputsOf(addresses: readonly string[]): Promise<readonly BitcoindOutput[]>
  /** Satoshis for 1,000 virtual bytes, to be mined within `blocks`; if the node cannot tell, the least that it relays. */
  feeRate(blocks: number): Promise<bigint>
  /** Those of `addresses` that hold confirmed coins now. The node searches all unspent outputs, which takes minutes on mainnet. */
  addressesWithCoins(addresses: readonly string[]): Promise<ReadonlySet<string>>
}

/** An unspent output. `address` is null for a script without one. */
export interface BitcoindOutput {
  readonly txHash: string
  readonly index: number
  readonly address: string | null
  readonly atoms: Atoms
  readonly isConfirmed: boolean
}

/** Creates the client of one endpoint. */
export function createBitcoindClient(
  chain: OutputChainId,
  { name, node }: Endpoint<JsonRpc>,
): BitcoindClient {
  async function ask<Shape>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Shape>,
    timeoutMs?: number,
  ): Promise<Shape> {
    const options = timeoutMs === undefined ? {} : { timeoutMs }
    try {
      return readAnswer(method, schema, await node.call(method, params, options))
    } catch (error) {
      throw error instanceof NodeFault && error.status === 401 ? unauthorized(chain, name, error) : error
    }
  }

  /** Null if the node does not find it: in a given block, else in its mempool or its index. */
  async function rawTransaction(txid: string, blockHash?: string) {
    const params = blockHash === undefined ? [txid, true] : [txid, true, blockHash]
    const answer = await unless(NOT_FOUND, () =>
      ask('getrawtransaction', params, transactionAnswer, BLOCK_TIMEOUT_MS),
    )
    if (answer !== null) requireTransaction(answer, txid)
    return answer
  }

  async function search(addresses: readonly string[]): Promise<readonly BitcoindOutput[]> {
    if (addresses.length === 0) return []
    const wanted = new Set(addresses)
    const descriptors = addresses.map((address) => `addr(${address})`)
    const { unspents } = await ask('scantxoutset', ['start', descriptors], unspentAnswer, SEARCH_TIMEOUT_MS)
    return unspents.map(({ desc, txid, vout, amount }) => {
      const address = /^addr\(([^)]+)\)/.exec(desc)?.[1]
      // an output that belongs to none of them would be left out, and its address taken for unused
      if (address === undefined || !wanted.has(address))
        throw new NodeFault('malformed', 'scantxoutset: expected outputs of the requested addresses')
      return { txHash: txid, index: vout, address, atoms: satoshis(amount), isConfirmed: true }
    })
  }

  /** A header never changes, and the head's is read at every poll. */
  let lastHeader: z.infer<typeof headerAnswer> | null = null

  let genesis: string | null = null
  const hashAt = (height: number) => unless(OUT_OF_RANGE, () => ask('getblockhash', [height], hashAnswer))

  return {
    chain,
    chainInfo: () => ask('getblockchaininfo', [], chainInfoAnswer),
    async header(hash) {
      if (lastHeader?.hash === hash) return lastHeader
      const header = await ask('getblockheader', [hash], headerAnswer)
      if (header.hash !== hash) throw new NodeFault('malformed', 'getblockheader: expected another block')
      return (lastHeader = header)
    },
    genesis: async () => (genesis ??= await hashAt(0)),
    hashAt,
    async block(hash) {
      try {
        const answer = await ask('getblock', [hash, 2], blockAnswer, BLOCK_TIMEOUT_MS)
        if (answer.hash !== hash) throw new NodeFault('malformed', 'getblock: expected another block')
        return { block: asBlock(answer), transactions: answer.tx.map(asTransaction) }
      } catch (error) {
        throw isPruned(error) ? pruned(chain, name, error) : error
      }
    },
    mempool: () => ask('getrawmempool', [], mempoolAnswer),
    isMempoolLoaded: async () => (await ask('getmempoolinfo', [], mempoolInfoAnswer)).loaded,
    async unconfirmed(txids) {
      const answers = await node.batch(
        'getrawtransaction',
        txids.map((txid) => [txid, true]),
        { timeoutMs: BLOCK_TIMEOUT_MS },
      )
      return answers.flatMap((answer, at) => {
        if (answer.kind === 'refused') {
          if (answer.code === NOT_FOUND) return []
          throw new NodeFault(
            'refused',
            `getrawtransaction: refused by the node (code ${String(answer.code)})`,
            {
              code: answer.code,
            },
          )
        }
        const transaction = readAnswer('getrawtransaction', transactionAnswer, answer.result)
        requireTransaction(transaction, txids[at])
        return transaction.confirmations === undefined ? [asTransaction(transaction)] : []
      })
    },
    async inBlock(txid, blockHash) {
      try {
        const answer = await rawTransaction(txid, blockHash)
        if (answer !== null && answer.blockhash !== blockHash)
          throw new NodeFault('malformed', 'getrawtransaction: expected another block')
        return answer && asTransaction(answer)
      } catch (error) {
        throw isPruned(error) ? pruned(chain, name, error) : error
      }
    },
    knows: async (txid) => (await rawTransaction(txid)) !== null,
    async lookUp(txid) {
      const answer = await rawTransaction(txid)
      return answer && { transaction: asTransaction(answer), blockHash: answer.blockhash ?? null }
    },
    async isUnspent(outpoint) {
      const [txid, index] = outpoint.split(':')
      return (await ask('gettxout', [txid, Number(index), true], unspentOutputAnswer)) !== null
    },
    async unspentOutput(txid, index) {
      const output = await ask('gettxout', [txid, index, true], unspentOutputAnswer)
      return (
        output && {
          txHash: txid,
          index,
          address: output.scriptPubKey.address,
          atoms: satoshis(output.value),
          isConfirmed: output.confirmations > 0,
        }
      )
    },
    outputsOf: search,
    async feeRate(blocks) {
      const { feerate } = await ask('estimatesmartfee', [blocks], feeAnswer)
      const { mempoolminfee, minrelaytxfee } = await ask('getmempoolinfo', [], relayFeeAnswer)
      const rates = [feerate ?? 0, mempoolminfee, minrelaytxfee].map(satoshis)
      return rates.reduce((most, rate) => (rate > most ? rate : most))
    },
    addressesWithCoins: async (addresses) =>
      new Set((await search(addresses)).flatMap(({ address }) => address ?? [])),
  }
}

/** @throws {NodeFault} if a node returned another transaction than the one it was asked for. */
function requireTransaction({ txid }: { readonly txid: string }, wanted: string | undefined): void {
  if (txid !== wanted) throw new NodeFault('malformed', 'getrawtransaction: expected another transaction')
}

async function unless<Answer>(code: number, ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NodeFault && error.code === code) return null
    throw error
  }
}

function isPruned(error: unknown): boolean {
  return (
    error instanceof NodeFault && error.code === MISC_ERROR && /pruned|not available/i.test(error.nodeMessage)
  )
}

function unauthorized(chain: OutputChainId, name: string, cause: unknown): ChainError {
  return new ChainError(chain, 'down', `${name} rejects the user or password of its setting`, { cause })
}

function pruned(chain: OutputChainId, name: string, cause: unknown): ChainError {
  return new ChainError(
    chain,
    'down',
    `${name} no longer has a block that must be read (pruned); raise its -prune, or add a node that has it`,
    { cause },
  )
}
