import type { Block } from '#server/chain/chain-reader.ts'
import { NodeFault, type JsonRpc } from '#server/chain/json-rpc.ts'
import { createLogSpan, isRateRefusal, type LogSpan } from './log-span.ts'
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

/** Addresses and hashes are lower-case hexadecimal throughout, amounts in the chain's smallest unit. */
export interface NodeTransaction {
  readonly hash: string
  readonly from: string
  /** Null where the transaction makes a contract. */
  readonly to: string | null
  readonly value: bigint
}

export interface FullBlock extends Block {
  readonly transactions: readonly NodeTransaction[]
}

export interface NodeLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  /** Within the block. */
  readonly index: number
  readonly txHash: string
  readonly blockHash: string
  readonly height: number
}

export interface NodeReceipt {
  readonly blockHash: string
  readonly height: number
  readonly isSuccess: boolean
  /** What the sender paid beside the value: gas, and blobs where there were any. */
  readonly fee: bigint
  readonly logs: readonly NodeLog[]
}

export interface LogFilter {
  /** One contract, or several at once. */
  readonly address: string | readonly string[]
  readonly topics: readonly (string | readonly string[] | null)[]
  readonly blocks: { readonly from: number; readonly to: number } | { readonly hash: string }
}

/** Where a call reads state: java-tron knows `'latest'` only. */
type CallPoint = 'latest' | number | { readonly hash: string }

/** One node in typed words. Each method throws {@link NodeFault}; a null means the node does not know the thing. */
export interface EvmNode {
  chainId(): Promise<number>
  block(at: number | 'latest' | 'finalized'): Promise<Block | null>
  fullBlock(height: number): Promise<FullBlock | null>
  logs(filter: LogFilter): Promise<readonly NodeLog[]>
  receipt(txHash: string): Promise<NodeReceipt | null>
  transaction(txHash: string): Promise<NodeTransaction | null>
  /** @param to null runs `data` as a contract's constructor and answers what it returns. */
  call(to: string | null, data: string, at: CallPoint): Promise<string>
  code(address: string): Promise<string>
  /** Of the chain's own coin at the newest block, in wei. */
  balance(address: string): Promise<bigint>
  /** How many transactions an address has sent; 0 means it never spent anything. */
  nonce(address: string, height: number): Promise<number>
  /** What was learnt of this node; lost with the process, learnt again in a call or two. */
  readonly learnt: {
    readonly filteredSpan: LogSpan
    readonly wholeSpan: LogSpan
    /** Whether logs can be asked for by block hash (EIP-234). */
    logsTakeHash: boolean
    /** Whether calls can be made at a block hash (EIP-1898). */
    callsTakeHash: boolean
    /** Whether chain id and token are proved to be the rail's. */
    isProved: boolean
    /** The newest block it told of. */
    head: Block | null
  }
}

/** Blocks of one `eth_getLogs` to begin with; the reader adapts. */
const START_SPAN = 2000

export function createEvmNode(rpc: JsonRpc): EvmNode {
  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params)
    } catch (error) {
      // Some providers word rate limits as JSON-RPC errors of an ordinary answer.
      if (error instanceof NodeFault && isRateRefusal(error)) {
        throw new NodeFault('limited', `${method}: asked to pause`, { nodeMessage: error.nodeMessage })
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
      head: null,
    },
  }
}

/** A node answering another height than it was asked for is not one to believe. */
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

/** Null for what is not, or no longer, in a block. */
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
