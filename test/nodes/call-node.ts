import type { Clock } from '#server/runtime/clock.ts'

/** A node that answers from formulas, so that a chain of any length costs nothing; it counts its calls. */
export interface CallNode {
  readonly fetch: typeof globalThis.fetch
  calls(): number
}

/** What each block contains besides our orders' money: nobody's. */
export interface BlockContent {
  /** Transfers of the first token. */
  readonly transfers: number
  /** Payments in the chain's own coin. */
  readonly payments: number
}

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

const DECIMALS = '0x313ce567'
/** The constructors that read balances, by how they begin: the bytes before the addresses, and those of each balance. */
const PROGRAMS: ReadonlyMap<string, { readonly bytes: number; readonly balanceBytes: number }> = new Map([
  ['0x43600052', { bytes: 49, balanceBytes: 12 }],
  ['0x6370a082', { bytes: 99, balanceBytes: 32 }],
])
/** How many blocks below the head are final. */
const FINAL_BELOW = 20
const FIRST_HEIGHT = 10_000_000

/** What a block has beside what is read; of a real one it is about 2 kB. */
const REST_OF_BLOCK = {
  logsBloom: `0x${'00'.repeat(256)}`,
  ...Object.fromEntries(
    ['stateRoot', 'receiptsRoot', 'transactionsRoot', 'sha3Uncles', 'mixHash', 'withdrawalsRoot'].map(
      (name) => [name, `0x${'11'.repeat(32)}`],
    ),
  ),
}
/** What a transaction has beside what is read. With it 150 of them are the 300 kB of a real block. */
const REST_OF_TRANSACTION = {
  input: `0x${'ab'.repeat(500)}`,
  accessList: [],
  r: `0x${'11'.repeat(32)}`,
  s: `0x${'22'.repeat(32)}`,
  blockHash: `0x${'33'.repeat(32)}`,
  ...Object.fromEntries(
    [
      'nonce',
      'gas',
      'gasPrice',
      'maxFeePerGas',
      'maxPriorityFeePerGas',
      'v',
      'yParity',
      'type',
      'chainId',
    ].map((name) => [name, '0x1']),
  ),
}

const hex = (value: number) => `0x${value.toString(16)}`
const word = (value: number) => value.toString(16).padStart(64, '0')

/** Creates a node whose chain grows with the clock. @param decimals by contract. */
export function createCallNode(
  blockTimeS: number,
  clock: Clock,
  decimals: ReadonlyMap<string, number>,
  chainId: number,
  content: BlockContent = { transfers: 0, payments: 0 },
): CallNode {
  let calls = 0
  const begunMs = clock().getTime()
  const headNow = () => FIRST_HEIGHT + Math.floor((clock().getTime() - begunMs) / 1000 / blockTimeS)
  const block = (at: unknown, isFull: unknown) => {
    const head = headNow()
    const height = at === 'latest' ? head : at === 'finalized' ? head - FINAL_BELOW : Number(at)
    if (height > head) return null
    const payments = paymentsOf(height, content.payments)
    return {
      ...REST_OF_BLOCK,
      number: hex(height),
      hash: `0x${word(height)}`,
      parentHash: `0x${word(height - 1)}`,
      timestamp: hex(Math.floor(begunMs / 1000 + (height - FIRST_HEIGHT) * blockTimeS)),
      transactions: isFull === true ? payments : payments.map((payment) => payment.hash),
    }
  }
  const call = ({ to, data }: { readonly to?: string; readonly data: string }, at: unknown) => {
    if (data === DECIMALS) return `0x${word(decimals.get(to ?? '') ?? 0)}`
    const program = PROGRAMS.get(data.slice(0, 10))
    // balanceOf of one address
    if (program === undefined) return `0x${word(0)}`
    const addresses = (data.length - 2 - 2 * program.bytes) / 40
    const height =
      typeof at === 'object' && at !== null && 'blockHash' in at ? Number(at.blockHash) : Number(at)
    return `0x${word(height)}${'00'.repeat(program.balanceBytes * addresses)}`
  }
  const answer = ({ method, params: [first, second] }: Call): unknown => {
    if (method === 'eth_chainId') return hex(chainId)
    if (method === 'eth_getCode') return '0x01'
    if (method === 'eth_getBlockByNumber') return block(first, second)
    if (method === 'eth_getLogs') return logsOf(first as LogQuery, content.transfers)
    if (method === 'eth_call') return call(first as { to?: string; data: string }, second)
    return null
  }
  return {
    calls: () => calls,
    fetch: (_url, init) => {
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : 'null') as Call | readonly Call[]
      const asked = Array.isArray(body) ? (body as readonly Call[]) : [body as Call]
      calls += asked.length
      const replies = asked.map((one) => ({ jsonrpc: '2.0', id: one.id, result: answer(one) }))
      return Promise.resolve(Response.json(Array.isArray(body) ? replies : replies[0]))
    },
  }
}

/** The filter of `eth_getLogs`. */
interface LogQuery {
  readonly address: string | readonly string[]
  readonly topics: readonly unknown[]
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly blockHash?: string
}

/** A query that names recipients finds nothing: they are ours. */
function logsOf({ address, topics, fromBlock, toBlock, blockHash }: LogQuery, transfers: number): unknown[] {
  if (topics[2] !== undefined) return []
  const from = Number(fromBlock ?? blockHash)
  const heights = Array.from({ length: Number(toBlock ?? blockHash) - from + 1 }, (_, n) => from + n)
  return heights.flatMap((height) =>
    Array.from({ length: transfers }, (_, index) => ({
      address: [address].flat()[0],
      topics: [topics[0], `0x${word(index)}`, `0x${word(strangerOf(height, index))}`],
      data: `0x${word(1_000_000)}`,
      logIndex: hex(index),
      transactionHash: `0x${word(height * 10_000 + index)}`,
      blockHash: `0x${word(height)}`,
      blockNumber: hex(height),
    })),
  )
}

function paymentsOf(height: number, payments: number): { readonly hash: string }[] {
  return Array.from({ length: payments }, (_, index) => ({
    ...REST_OF_TRANSACTION,
    hash: `0x${word(height * 10_000 + 5_000 + index)}`,
    from: `0x${word(strangerOf(height, 500 + index)).slice(24)}`,
    to: `0x${word(strangerOf(height, index)).slice(24)}`,
    value: hex(1_000_000),
  }))
}

/** An address that no order has: orders have small numbers. */
function strangerOf(height: number, index: number): number {
  return 2 ** 50 + height * 1000 + index
}
