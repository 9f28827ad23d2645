import type { Block } from '#server/chain/chain-reader.ts'
import { NodeFault, type JsonRpc } from '#server/chain/json-rpc.ts'
import { createLogSpan, isBehind, isRateRefusal, type LogSpan } from './log-span.ts'
import {
  quantity,
  wireAddress,
  wireArray,
  wireBigint,
  wireHash,
  wireNumber,
  wireObject,
  type WireObject,
} from './wire-format.ts'

/** A transaction. Addresses and hashes are `0x` and lower-case hexadecimal, amounts are in the chain's smallest unit. */
export interface NodeTransaction {
  readonly hash: string
  readonly from: string
  /** Null if the transaction creates a contract. */
  readonly to: string | null
  readonly value: bigint
}

/** A block with its transactions. */
export interface FullBlock extends Block {
  readonly transactions: readonly NodeTransaction[]
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
  readonly blockHash: string
  readonly height: number
  readonly isSuccess: boolean
  /** What the sender paid in addition to the value: gas, and blobs if there are any. */
  readonly fee: bigint
  readonly logs: readonly NodeLog[]
}

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
  fullBlock(height: number): Promise<FullBlock | null>
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
    /** The newest block that the node returned. */
    head: Block | null
    /** The last block of the last scan. */
    lastRead: Block | null
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
  const blockOf = async (at: number | string, isFull: boolean): Promise<WireObject | null> => {
    const answer = await ask('eth_getBlockByNumber', [typeof at === 'number' ? quantity(at) : at, isFull])
    return answer === null ? null : wireObject(answer, 'block')
  }
  return {
    chainId: async () => wireNumber(await ask('eth_chainId', []), 'chain id'),
    async block(at) {
      const wire = await blockOf(at, false)
      return wire === null ? null : readBlock(wire, at)
    },
    async fullBlock(height) {
      const wire = await blockOf(height, true)
      if (wire === null) return null
      const transactions = wireArray(wire['transactions'], 'transactions').map(readTransaction)
      return { ...readBlock(wire, height), transactions }
    },
    async logs({ address, topics, blocks }) {
      const where =
        'hash' in blocks
          ? { blockHash: blocks.hash }
          : { fromBlock: quantity(blocks.from), toBlock: quantity(blocks.to) }
      const answer = wireArray(await ask('eth_getLogs', [{ address, topics, ...where }]), 'logs')
      return answer.map(readLog).filter((log) => log !== null)
    },
    async receipt(txHash) {
      const answer = await ask('eth_getTransactionReceipt', [txHash])
      return answer === null ? null : readReceipt(wireObject(answer, 'receipt'))
    },
    async transaction(txHash) {
      const answer = await ask('eth_getTransactionByHash', [txHash])
      return answer === null ? null : readTransaction(answer)
    },
    async call(to, data, at) {
      const point = typeof at === 'number' ? quantity(at) : at === 'latest' ? at : { blockHash: at.hash }
      const answer = await ask('eth_call', [to === null ? { data } : { to, data }, point])
      return hexText(answer, 'call')
    },
    code: async (address) => hexText(await ask('eth_getCode', [address, 'latest']), 'code'),
    balance: async (address) => wireBigint(await ask('eth_getBalance', [address, 'latest']), 'balance'),
    nonce: async (address, height) =>
      wireNumber(await ask('eth_getTransactionCount', [address, quantity(height)]), 'nonce'),
    learnt: {
      filteredSpan: createLogSpan(START_SPAN),
      wholeSpan: createLogSpan(START_SPAN),
      logsTakeHash: true,
      callsTakeHash: true,
      isProved: false,
      knowsFinality: false,
      head: null,
      lastRead: null,
      returned: new Set(),
    },
  }
}

/** Rejects a block of another height than the requested one. */
function readBlock(wire: WireObject, asked: number | string): Block {
  const height = wireNumber(wire['number'], 'block number')
  if (typeof asked === 'number' && height !== asked) {
    throw new NodeFault('malformed', `expected block ${String(asked)}, got block ${String(height)}`)
  }
  return {
    height,
    hash: wireHash(wire['hash'], 'block hash'),
    parentHash: wireHash(wire['parentHash'], 'parent hash'),
    at: new Date(wireNumber(wire['timestamp'], 'block time') * 1000),
  }
}

function readTransaction(value: unknown): NodeTransaction {
  const wire = wireObject(value, 'transaction')
  return {
    hash: wireHash(wire['hash'], 'transaction hash'),
    from: wireAddress(wire['from'], 'sender'),
    to: wire['to'] === null || wire['to'] === undefined ? null : wireAddress(wire['to'], 'recipient'),
    value: wireBigint(wire['value'], 'value'),
  }
}

/** Null for a log that is not, or no longer, in a block. */
function readLog(value: unknown): NodeLog | null {
  const wire = wireObject(value, 'log')
  if (wire['removed'] === true || wire['blockNumber'] === null || wire['blockHash'] === null) return null
  return {
    address: wireAddress(wire['address'], 'log address'),
    topics: wireArray(wire['topics'], 'topics').map((topic) => wireHash(topic, 'topic')),
    data: hexText(wire['data'], 'log data'),
    index: wireNumber(wire['logIndex'], 'log index'),
    txHash: wireHash(wire['transactionHash'], 'transaction hash'),
    blockHash: wireHash(wire['blockHash'], 'block hash'),
    height: wireNumber(wire['blockNumber'], 'block number'),
  }
}

function readReceipt(wire: WireObject): NodeReceipt {
  const product = (amount: string, price: string): bigint =>
    isMissing(wire[amount]) || isMissing(wire[price])
      ? 0n
      : wireBigint(wire[amount], amount) * wireBigint(wire[price], price)
  return {
    blockHash: wireHash(wire['blockHash'], 'block hash'),
    height: wireNumber(wire['blockNumber'], 'block number'),
    isSuccess: wireBigint(wire['status'], 'status') === 1n,
    fee: product('gasUsed', 'effectiveGasPrice') + product('blobGasUsed', 'blobGasPrice'),
    logs: wireArray(wire['logs'], 'logs')
      .map(readLog)
      .filter((log) => log !== null),
  }
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined
}

function hexText(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) {
    throw new NodeFault('malformed', `${what}: expected hexadecimal bytes, got something else`)
  }
  return value.toLowerCase()
}
