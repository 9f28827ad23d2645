import { expect, onTestFinished, test } from 'vitest'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { createLog } from '#server/runtime/log.ts'
import { openShop, type Order, type Shop } from '#test/conformance/shop.ts'
import { createChainWatch, type ChainWatch } from './look-at-chain.ts'
import { readChainNotes } from './chain-states.ts'

const TOKEN = `0x${'77'.repeat(20)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** BSC makes a block each 0.45 s. */
const BLOCKS_A_DAY = 192_000
const FIRST_HEAD = 50_000_000
/** Its logs twice, and the last block; the rest is what a poll costs. */
const CALLS_A_SPAN = 3.2

const hex = (value: number | bigint) => `0x${value.toString(16)}`
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node of BSC with 192,000 blocks a day, which a real test node could not mine; it has one transfer to an order. */
function dayNode(shop: Shop, span: number) {
  const begunAtS = Math.floor(shop.clock().getTime() / 1000)
  const state = {
    head: FIRST_HEAD,
    paid: null as { readonly order: Order; readonly height: number } | null,
    calls: 0,
  }
  const block = (at: unknown) => {
    const height = at === 'latest' ? state.head : at === 'finalized' ? state.head - 3 : Number(at)
    if (height > state.head) return null
    const timestamp = hex(begunAtS + Math.floor((height - FIRST_HEAD) * 0.45))
    return {
      number: hex(height),
      hash: word(height),
      parentHash: word(height - 1),
      timestamp,
      transactions: [],
    }
  }
  const logs = ({ fromBlock, toBlock, blockHash }: Readonly<Record<string, string>>) => {
    const from = Number(fromBlock ?? blockHash)
    const to = Number(toBlock ?? blockHash)
    if (to - from + 1 > span) return { code: -32600, message: `limited to a ${String(span)} range` }
    const { paid } = state
    if (paid === null || paid.height < from || paid.height > to) return []
    const recipient = word(BigInt(paid.order.address))
    return [
      {
        address: TOKEN,
        topics: [TRANSFER, word(1), recipient],
        data: word(paid.order.due),
        logIndex: '0x0',
        transactionHash: word(0xabc),
        blockHash: word(paid.height),
        blockNumber: hex(paid.height),
      },
    ]
  }
  const answer = ({ method, params }: Call): unknown => {
    const [first] = params
    if (method === 'eth_chainId') return '0x38'
    if (method === 'eth_getCode') return '0x01'
    if (method === 'eth_getBlockByNumber') return block(first)
    if (method === 'eth_getLogs') return logs(first as Record<string, string>)
    if (method === 'eth_call' && (first as { data: string }).data === '0x313ce567') return word(18)
    return { code: -32601, message: 'not available' }
  }
  const reply = (call: Call) => {
    const result = answer(call)
    const isError = typeof result === 'object' && result !== null && 'code' in result
    return { jsonrpc: '2.0', id: call.id, ...(isError ? { error: result } : { result }) }
  }
  const fetch: typeof globalThis.fetch = (_url, init) => {
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : 'null') as Call | readonly Call[]
    const calls = Array.isArray(body) ? (body as readonly Call[]) : [body as Call]
    state.calls += calls.length
    const replies = calls.map(reply)
    return Promise.resolve(Response.json(Array.isArray(body) ? replies : replies[0]))
  }
  return { state, fetch }
}

interface Downtime {
  /** The blocks that the node gives logs for at once. */
  readonly span: number
  readonly blocks: number
  /** In the blocks that were missed. */
  readonly paidAt: number
}

/** Reads the blocks of a downtime. @returns what was seen after each span, and the calls. */
async function catchUp({ span, blocks, paidAt }: Downtime) {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  await shop.readyAddresses(createSimChain({ db: shop.db, chain: 'bsc', clock: shop.clock }).reader)
  const order = await shop.order('bep20', { windowS: 3 * 24 * 3600 })
  const node = dayNode(shop, span)
  const logged: string[] = []
  const log = createLog({ level: 'info', write: (line) => void logged.push(line) })
  const reader = createEvmReader({
    chain: 'bsc',
    urls: ['http://node.example'],
    tokens: [{ asset: 'USDT', contract: TOKEN }],
    headMaxAgeS: null,
    clock: shop.clock,
    log: createLog({ level: 'silent' }),
    fetch: node.fetch,
  })
  const statuses: string[] = []
  const notes: (string | undefined)[] = []
  const watch: ChainWatch = createChainWatch({
    db: shop.db,
    reader,
    clock: shop.clock,
    log,
    policy: shop.policyOver(1),
    onProgress: async () => {
      // the node takes 50 ms for each call
      shop.pass(1)
      notes.push((await readChainNotes(shop.db)).get('bsc'))
      const { status } = await shop.db
        .selectFrom('payments')
        .select('status')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      statuses.push(status)
    },
  })
  await watch.look()
  node.state.paid = { order, height: FIRST_HEAD + paidAt }
  node.state.head += blocks
  shop.pass(Math.ceil(blocks * 0.45))
  const before = node.state.calls
  await watch.look()
  expect((await readChainNotes(shop.db)).get('bsc') ?? '').not.toContain('missed blocks')
  return { calls: node.state.calls - before, statuses, notes, logged }
}

test('a day offline on BSC: orders are delivered during the catch-up, which takes at most 2,400 calls', async () => {
  const { calls, statuses, notes, logged } = await catchUp({
    span: 2_000,
    blocks: BLOCKS_A_DAY,
    paidAt: 9_000,
  })
  expect(statuses.slice(0, 3)).toEqual(['pending', 'pending', 'pending'])
  expect(new Set(statuses.slice(6))).toEqual(new Set(['confirmed']))
  expect(calls * 0.05).toBeLessThanOrEqual(120)
  expect(notes.some((note) => /reading missed blocks: \d+ of 192000 \(\d+ %\)/.test(note ?? ''))).toBe(true)
  expect(logged.some((line) => line.includes('reading missed blocks'))).toBe(true)
})

test('a node that gives ten blocks a call: progress is shown, and orders are delivered on the way', async () => {
  const blocks = 1_200
  const { calls, statuses, notes } = await catchUp({ span: 10, blocks, paidAt: 500 })
  expect(new Set(statuses.slice(0, 40))).toEqual(new Set(['pending']))
  expect(new Set(statuses.slice(-40))).toEqual(new Set(['confirmed']))
  expect(notes.some((note) => /reading missed blocks: \d+ of 1200 \(\d+ %\)/.test(note ?? ''))).toBe(true)
  expect(calls / (blocks / 10)).toBeLessThanOrEqual(CALLS_A_SPAN)
})
