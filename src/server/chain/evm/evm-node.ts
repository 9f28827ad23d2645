import type * as z from 'zod'
import type { Block } from '#server/chain/chain-reader.ts'
import type { JsonRpc } from '#server/chain/json-rpc.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import { createLogSpan, isBehind, isRateRefusal, type LogSpan } from './log-span.ts'
import { readAnswer } from '#server/chain/read-answer.ts'
import {
  baseFeeAnswer,
  evmBlockAnswer,
  dataAnswer,
  fullBlockAnswer,
  logsAnswer,
  numberAnswer,
  quantityAnswer,
  receiptAnswer,
  evmTransactionAnswer,
} from './evm-answers.ts'
import type { FullBlock, NodeLog, NodeReceipt, NodeTransaction } from './node-objects.ts'
import { quantity } from './wire-format.ts'

/** A filter for `eth_getLogs`. Blocks are a range of heights, both included, or one hash (EIP-234). */
export interface LogFilter {
  /** One contract, or several at once. */
  readonly address: string | readonly string[]
  readonly topics: readonly (string | readonly string[] | null)[]
  readonly blocks: { readonly from: number; readonly to: number } | { readonly hash: string }
}

/** The block whose state a call reads; java-tron supports only `'latest'`. */
type CallPoint = 'latest' | number | { readonly hash: string }

/** A typed client for one node. Each method throws {@link NodeFault}; null means that the node does not know the object. */
export interface EvmNode {
  chainId(): Promise<number>
  block(at: number | 'latest' | 'finalized'): Promise<Block | null>
  fullBlock(at: number | 'latest'): Promise<FullBlock | null>
  logs(filter: LogFilter): Promise<readonly NodeLog[]>
  receipt(txHash: string): Promise<NodeReceipt | null>
  transaction(txHash: string): Promise<NodeTransaction | null>
  /** @param to null runs `data` as a contract's constructor and returns its result. */
  call(to: string | null, data: string, at: CallPoint): Promise<string>
  code(address: string): Promise<string>
  /** Balance of the chain's own coin at the newest block, in its smallest unit. */
  balance(address: string): Promise<bigint>
  /** Number of transactions sent from an address; 0 means that it never spent anything. */
  nonce(address: string, height: number): Promise<number>
  /** Number of transactions sent from an address, those that wait to be mined included if `isPending`. */
  sentCount(address: string, isPending: boolean): Promise<number>
  /** The price of a unit of gas, in the coin's smallest unit. */
  gasPrice(): Promise<bigint>
  /** What the newest block takes for a unit of gas and destroys; null on a chain without EIP-1559. */
  baseFee(): Promise<bigint | null>
  /** Gas that a transaction needs now. */
  estimateGas(transaction: Readonly<Record<string, string>>): Promise<bigint>
  /** What this process has learnt about the node; after a restart it is learnt again within a few calls. */
  readonly learnt: {
    readonly filteredSpan: LogSpan
    readonly wholeSpan: LogSpan
    /** Whether logs can be requested by block hash (EIP-234). */
    logsTakeHash: boolean
    /** Whether calls can be made at a block hash (EIP-1898). */
    callsTakeHash: boolean
    /** Whether chain id and tokens were checked. */
    isProved: boolean
    /** Whether the node has answered for the tag `finalized`. */
    knowsFinality: boolean
    /** The newest block that the node returned, with its transactions if they were asked for. */
    head: Block | FullBlock | null
    /** The last block of the last scan. */
    lastRead: Block | null
    /** Whether the last scan read its blocks with their transactions. */
    readsFullBlocks: boolean
    /** Token transfers that scans have returned, so that reading their blocks again costs no further call. */
    readonly returned: Set<string>
  }
}

/** First number of blocks for one `eth_getLogs`; the reader adapts it. */
const START_SPAN = 2000

/** Creates a typed client over a JSON-RPC client. */
export function createEvmNode(rpc: JsonRpc): EvmNode {
  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params)
    } catch (error) {
      // Some providers report rate limits as JSON-RPC errors with HTTP status 200.
      if (error instanceof NodeFault && isRateRefusal(error)) {
        throw new NodeFault('limited', `${method}: asked to pause`, { nodeMessage: error.nodeMessage })
      }
      if (error instanceof NodeFault && isBehind(error)) {
        throw new NodeFault('behind', `${method}: the node does not have the block`, {
          nodeMessage: error.nodeMessage,
        })
      }
      throw error
    }
  }
  async function read<Shape>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Shape>,
  ): Promise<Shape> {
    return readAnswer(method, schema, await ask(method, params))
  }
  const blockOf = (at: number | string, isFull: boolean): Promise<unknown> =>
    ask('eth_getBlockByNumber', [typeof at === 'number' ? quantity(at) : at, isFull])

  return {
    chainId: () => read('eth_chainId', [], numberAnswer),
    async block(at) {
      const answer = await blockOf(at, false)
      return answer === null ? null : readBlock(answer, at)
    },
    async fullBlock(at) {
      const answer = await blockOf(at, true)
      if (answer === null) return null
      const { transactions } = readAnswer('block', fullBlockAnswer, answer)
      return { ...readBlock(answer, at), transactions }
    },
    logs({ address, topics, blocks }) {
      const where =
        'hash' in blocks
          ? { blockHash: blocks.hash }
          : { fromBlock: quantity(blocks.from), toBlock: quantity(blocks.to) }
      return read('eth_getLogs', [{ address, topics, ...where }], logsAnswer)
    },
    async receipt(txHash) {
      const receipt = await read('eth_getTransactionReceipt', [txHash], receiptAnswer.nullable())
      return receipt && sameTransaction(receipt, txHash)
    },
    async transaction(txHash) {
      const transaction = await read('eth_getTransactionByHash', [txHash], evmTransactionAnswer.nullable())
      return transaction && sameTransaction(transaction, txHash)
    },
    call(to, data, at) {
      const point = typeof at === 'number' ? quantity(at) : at === 'latest' ? at : { blockHash: at.hash }
      return read('eth_call', [to === null ? { data } : { to, data }, point], dataAnswer)
    },
    code: (address) => read('eth_getCode', [address, 'latest'], dataAnswer),
    balance: (address) => read('eth_getBalance', [address, 'latest'], quantityAnswer),
    nonce: (address, height) => read('eth_getTransactionCount', [address, quantity(height)], numberAnswer),
    sentCount: (address, isPending) =>
      read('eth_getTransactionCount', [address, isPending ? 'pending' : 'latest'], numberAnswer),
    gasPrice: () => read('eth_gasPrice', [], quantityAnswer),
    async baseFee() {
      const { baseFeePerGas } = readAnswer('block', baseFeeAnswer, await blockOf('latest', false))
      return baseFeePerGas ?? null
    },
    estimateGas: (transaction) => read('eth_estimateGas', [transaction], quantityAnswer),
    learnt: {
      filteredSpan: createLogSpan(START_SPAN),
      wholeSpan: createLogSpan(START_SPAN),
      logsTakeHash: true,
      callsTakeHash: true,
      isProved: false,
      knowsFinality: false,
      head: null,
      lastRead: null,
      readsFullBlocks: false,
      returned: new Set(),
    },
  }
}

/** Rejects a block of another height than the requested one. */
function readBlock(answer: unknown, requested: number | string): Block {
  const block = readAnswer('block', evmBlockAnswer, answer)
  if (typeof requested === 'number' && block.height !== requested) {
    throw new NodeFault('malformed', `expected block ${String(requested)}, got block ${String(block.height)}`)
  }
  return block
}

/** Rejects a transaction of another hash than the requested one. */
function sameTransaction<Answer extends { readonly hash: string } | { readonly txHash: string }>(
  answer: Answer,
  requested: string,
): Answer {
  const hash = 'hash' in answer ? answer.hash : answer.txHash
  if (hash === requested) return answer
  throw new NodeFault('malformed', 'expected another transaction than the node returned')
}
