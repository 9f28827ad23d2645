import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { type ChainId, forEachChain } from '#shared/chains.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { testClock } from '#test/test-clock.ts'
import { createSimChain, type SimChain } from './sim-chain.ts'
import { demoWalletRoutes } from './wallet-routes.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let app: App
let chains: Record<ChainId, SimChain | null>
let nudged: ChainId[]
const time = testClock()
beforeEach(async () => {
  const open = (chain: ChainId) => createSimChain({ db: database.db, chain, clock: time.clock })
  chains = { ...forEachChain(open) }
  nudged = []
  app = await appWith((routes) => {
    demoWalletRoutes(routes, {
      db: database.db,
      simChain: (chain) => chains[chain],
      nudge: (chain) => Promise.resolve(void nudged.push(chain)),
    })
  })
})
afterEach(() => app.close())

const ORDERS = {
  bitcoin: { crypto_type: 'bitcoin', wallet: 'bitcoin', due_atoms: 106650n },
  ethereum: { crypto_type: 'ethereum', wallet: 'evm', due_atoms: 21330000000000000n },
  erc20: { crypto_type: 'usdt', wallet: 'evm', due_atoms: 63990000n },
  bep20: { crypto_type: 'usdt', wallet: 'evm', due_atoms: 63990000000000000000n },
  trc20: { crypto_type: 'usdt', wallet: 'tron', due_atoms: 63990000n },
} as const
type Network = keyof typeof ORDERS

const order = (network: Network) =>
  insertPayment(database.db, { ...ORDERS[network], crypto_network: network })
const call = async (path: string, payload: object) => {
  const reply = await app.inject({ method: 'POST', url: `/demo/wallet/${path}`, payload })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
}
const sent = () =>
  database.db.selectFrom('sim_transactions').selectAll().orderBy('chain').orderBy('atoms').execute()

test.each(Object.keys(ORDERS) as Network[])(
  '%s: pays the amount due, and the shop polls at once',
  async (network) => {
    const paymentId = await order(network)
    const { status, body } = await call('pay', { paymentId })
    expect(status).toBe(200)
    const [row, ...others] = await sent()
    expect(others).toEqual([])
    expect(body).toEqual({ txHash: row?.tx_hash })
    expect(row).toMatchObject({ atoms: ORDERS[network].due_atoms, is_genuine: true, evidence: 'output' })
    expect(nudged).toEqual([row?.chain])
  },
)

test('pays exactly the requested amount, and then the rest', async () => {
  const paymentId = await order('erc20')
  await call('pay', { paymentId, amount: '60.000001' })
  await call('pay', { paymentId })
  expect((await sent()).map((row) => row.atoms)).toEqual([3989999n, 60000001n])
})

test.each(['0', '0.0000001', '-1', '1e3', '1,5', 'all', ' ', '1.'])(
  'rejects the amount "%s"',
  async (amount) => {
    const paymentId = await order('trc20')
    expect(await call('pay', { paymentId, amount })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
    expect(await sent()).toEqual([])
  },
)

test('pays late: five seconds after the window, invisible before', async () => {
  const paymentId = await order('bitcoin')
  expect((await call('pay', { paymentId, late: true })).status).toBe(200)
  expect((await sent())[0]?.made_at).toEqual(new Date('2026-11-20T12:15:05Z'))
})

describe('wrong payments', () => {
  test.each([
    // order, request, what is sent
    ['bep20', { network: 'erc20' }, 'ethereum USDT 63990000 output'],
    ['erc20', { network: 'bep20' }, 'bsc USDT 63990000000000000000 output'],
    ['ethereum', { network: 'bep20' }, 'bsc USDT 63990000000000000000 output'],
    ['ethereum', { token: 'USDT' }, 'ethereum USDT 63990000 output'],
    ['ethereum', { token: 'contract' }, 'ethereum ETH 21330000000000000 balance'],
    ['erc20', { token: 'ETH', amount: '0.02' }, 'ethereum ETH 20000000000000000 output'],
    ['bep20', { token: 'native' }, 'bsc BNB 1000000000000000000 output'],
    ['trc20', { token: 'TRX', amount: '5' }, 'tron TRX 5000000 output'],
    ['bitcoin', { token: 'BTC', amount: '0.5' }, 'bitcoin BTC 50000000 output'],
    ['trc20', { token: 'USDТ' }, 'tron USDТ 63990000000000000000 output fake'],
    ['erc20', { token: 'fake' }, 'ethereum fake 63990000000000000000 output fake'],
  ] as const)('%s with %o', async (network, request, expected) => {
    const paymentId = await order(network)
    expect((await call('pay', { paymentId, ...request })).status).toBe(200)
    const [row] = await sent()
    const fake = row?.is_genuine === false ? ' fake' : ''
    expect(`${row!.chain} ${row!.asset} ${String(row!.atoms)} ${row!.evidence}${fake}`).toBe(expected)
  })

  test.each([
    ['bitcoin', { network: 'ethereum' }],
    ['trc20', { network: 'erc20' }],
    ['bitcoin', { token: 'USDT' }],
  ] as const)('%s with %o is impossible for a wallet', async (network, request) => {
    const paymentId = await order(network)
    const { status, body } = await call('pay', { paymentId, ...request })
    expect([status, body['code']]).toEqual([409, 'RAIL_MISMATCH'])
    expect(await sent()).toEqual([])
  })
})

test('mines and reorganises the chain of a network', async () => {
  const paymentId = await order('erc20')
  await call('pay', { paymentId })
  expect(await call('mine', { network: 'erc20', blocks: 12 })).toEqual({ status: 200, body: { height: 11 } })
  expect(await call('reorg', { network: 'ethereum', depth: 3 })).toEqual({
    status: 200,
    body: { height: 12 },
  })
  expect(await sent()).toHaveLength(1)
  expect(await call('reorg', { network: 'erc20', depth: 100, keep: true })).toMatchObject({
    body: { height: 13 },
  })
  expect(nudged).toEqual(['ethereum', 'ethereum', 'ethereum', 'ethereum'])
})

test.each([
  ['mine', { network: 'bitcoin', blocks: 0 }],
  ['mine', { network: 'bitcoin', blocks: 1001 }],
  ['mine', { network: 'solana', blocks: 1 }],
  ['reorg', { network: 'bitcoin', depth: 101 }],
  ['pay', { paymentId: 'none' }],
])('refuses to %s with %o', async (path, body) => {
  expect(await call(path, body)).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST' } })
})

test('an unknown payment is not found', async () => {
  const paymentId = '00000000-0000-4000-8000-000000000000'
  expect(await call('pay', { paymentId })).toMatchObject({ status: 404, body: { code: 'PAYMENT_NOT_FOUND' } })
})

test('a real network is never used', async () => {
  const paymentId = await order('erc20')
  chains.ethereum = null
  for (const [path, body] of [
    ['pay', { paymentId }],
    ['mine', { network: 'erc20', blocks: 1 }],
    ['reorg', { network: 'ethereum', depth: 1 }],
  ] as const) {
    expect(await call(path, body)).toMatchObject({ status: 409, body: { code: 'RAIL_UNAVAILABLE' } })
  }
  expect((await call('pay', { paymentId, network: 'bep20' })).status).toBe(200)
})
