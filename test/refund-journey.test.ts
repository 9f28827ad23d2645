import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderDetail, OrderRow, RefundRow } from '#shared/orders-api.ts'
import type { SettingsCheckReply, StatisticsReply } from '#shared/reports-api.ts'
import { makePerson, PASSWORD } from './account-fixture.ts'
import { useTestDatabase } from './use-test-database.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { order } from './shop-client.ts'
import { until } from './until.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'

// The served shop, from a paid order to its refund, over HTTP alone.
const database = useTestDatabase()
let shop: ServedShop
let cookie = ''
beforeAll(async () => {
  shop = await serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_DATA: '/nonexistent',
    KEYHOLD_LIMITS: 'off',
    KEYHOLD_CAPTCHA_CODE: 'ABC123',
  })
  await makePerson(database.db, 'owner@example.com', 'owner')
  const signedIn = await ask('POST', '/auth/sign-in/email', {
    email: 'owner@example.com',
    password: PASSWORD,
  })
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
})
afterAll(() => shop.stop())

function ask(method: string, path: string, body?: object): Promise<Response> {
  return fetch(shop.url + path, {
    method,
    headers: { origin: shop.url, cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function read<T>(method: string, path: string, body?: object): Promise<T> {
  const reply = await ask(method, path, body)
  const text = await reply.text()
  expect([path, reply.status, text]).toEqual([path, 200, text])
  return JSON.parse(text) as T
}

test('an order is created, paid, refunded in part and then fully, and every step is reported', async () => {
  const wish = { network: 'trc20', edition: 'supporter', quantity: 2, email: 'ada@example.com' } as const
  const payment = await order(shop.url, 'ABC123', { ...wish, idempotencyKey: 'refund-journey' })
  await read('POST', '/demo/wallet/pay', { paymentId: payment.id })
  await read('POST', '/demo/wallet/mine', { network: 'trc20', blocks: 25 })
  const detail = async () =>
    (await read<{ order: OrderDetail }>('GET', `/functions/orders/${payment.id}`)).order
  await until(async () => (await detail()).deliveredAt !== null, { what: 'the hand-out' })
  const { orders } = await read<{ orders: OrderRow[] }>('GET', '/functions/orders?q=ada@')
  expect(orders).toMatchObject([{ id: payment.id, status: 'confirmed', email: 'ada@example.com' }])

  for (const isLast of [false, true]) {
    const { order: asked } = await read<{ order: OrderDetail }>(
      'POST',
      `/functions/orders/${payment.id}/refund-due`,
      { quantity: 1 },
    )
    const id = asked.refunds.at(-1)?.id ?? ''
    await read('POST', `/functions/refunds/${id}/quote`, {})
    const { txHash } = await read<{ txHash: string }>('POST', '/demo/wallet/refund', { refundId: id })
    await read('POST', `/functions/refunds/${id}/record`, { txHash })
    await read('POST', '/demo/wallet/mine', { network: 'trc20', blocks: 25 })
    const refund = async () => (await detail()).refunds.find((one) => one.id === id)
    await until(async () => (await refund())?.status === 'verified', { what: 'the proof' })
    expect((await detail()).status).toBe(isLast ? 'refunded' : 'confirmed')
  }
  const told = await detail()
  expect(told.keys.map((key) => key.retiredAt !== null)).toEqual([true, true])
  expect(told.mails.map((mail) => mail.template)).toEqual([
    'received',
    'keys',
    'refund-asked',
    'refunded',
    'refund-asked',
    'refunded',
  ])
  const { open } = await read<{ refunds: RefundRow[]; open: number }>('GET', '/functions/refunds')
  expect(open).toBe(0)

  const statistics = await read<StatisticsReply>('GET', '/functions/statistics')
  expect(statistics.total).toEqual({ orders: 1, copies: 2, cents: 239_98 })
  expect(statistics.refunds).toEqual({ refunds: 2, copies: 2, cents: 239_98 })
  expect(statistics.conversion).toMatchObject({ made: 1, paid: 1, statuses: { refunded: 1 } })
})

test('the settings check reports rails, chains, mail, database and wallets, and no address', async () => {
  const check = await read<SettingsCheckReply>('GET', '/functions/settings-check')
  expect(check.rails).toHaveLength(5)
  expect(check.chains.map((chain) => [chain.chain, chain.kind])).toEqual([
    ['bitcoin', 'simulated'],
    ['ethereum', 'simulated'],
    ['bsc', 'simulated'],
    ['tron', 'simulated'],
  ])
  expect(check.chains.every((chain) => chain.read !== null && chain.read.lagS < 60)).toBe(true)
  expect(check.mail).toMatchObject({ kind: 'kept' })
  expect(check.database.version).toMatch(/^\d+/)
  expect(check.wallets.find((wallet) => wallet.wallet === 'tron')).toMatchObject({
    isCurrent: true,
    nextIndex: 1,
    highestUsedIndex: 0,
    gapLimit: 1,
  })
  expect(JSON.stringify(check)).not.toContain('postgres')
})
