import type { Clock } from '#server/runtime/clock.ts'

/** A node that answers from formulas, so that a chain of any length costs nothing; it counts its calls. */
export interface CallNode {
  readonly fetch: typeof globalThis.fetch
  calls(): number
}

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

const DECIMALS = '0x313ce567'
/** The constructors that read balances: the bytes before the addresses, by how they begin. */
const PROGRAM_BYTES: ReadonlyMap<string, number> = new Map([
  ['0x43600052', 46],
  ['0x6370a082', 99],
])
/** How many blocks below the head are final. */
const FINAL_BELOW = 20
const FIRST_HEIGHT = 10_000_000

const hex = (value: number) => `0x${value.toString(16)}`
const word = (value: number) => value.toString(16).padStart(64, '0')

/** Creates a node whose chain grows with the clock. @param decimals by contract. */
export function createCallNode(
  blockTimeS: number,
  clock: Clock,
  decimals: ReadonlyMap<string, number>,
  chainId: number,
): CallNode {
  let calls = 0
  const begunMs = clock().getTime()
  const headNow = () => FIRST_HEIGHT + Math.floor((clock().getTime() - begunMs) / 1000 / blockTimeS)
  const block = (at: unknown) => {
    const head = headNow()
    const height = at === 'latest' ? head : at === 'finalized' ? head - FINAL_BELOW : Number(at)
    if (height > head) return null
    return {
      number: hex(height),
      hash: `0x${word(height)}`,
      parentHash: `0x${word(height - 1)}`,
      timestamp: hex(Math.floor(begunMs / 1000 + (height - FIRST_HEIGHT) * blockTimeS)),
      transactions: [],
    }
  }
  const call = ({ to, data }: { readonly to?: string; readonly data: string }, at: unknown) => {
    if (data === DECIMALS) return `0x${word(decimals.get(to ?? '') ?? 0)}`
    const program = PROGRAM_BYTES.get(data.slice(0, 10))
    // balanceOf of one address
    if (program === undefined) return `0x${word(0)}`
    const addresses = (data.length - 2 - 2 * program) / 40
    const height =
      typeof at === 'object' && at !== null && 'blockHash' in at ? Number(at.blockHash) : Number(at)
    return `0x${word(height)}${word(0).repeat(addresses)}`
  }
  const answer = ({ method, params: [first, second] }: Call): unknown => {
    if (method === 'eth_chainId') return hex(chainId)
    if (method === 'eth_getCode') return '0x01'
    if (method === 'eth_getBlockByNumber') return block(first)
    if (method === 'eth_getLogs') return []
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
