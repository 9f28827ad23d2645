import { USD, type Currency } from '#shared/currency.ts'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { parseRate } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { type SoldAsset, SOLD_ASSETS } from '#shared/assets.ts'
import { collectRates } from './collect-rates.ts'
import { createRateWorker, ratesFault } from './rate-worker.ts'
import { RATE_SOURCES, type RateSource } from './rate-sources.ts'
import { liveRates } from './rates.ts'

/** The behaviour of an exchange; a number is its price of a bitcoin. */
type Mood = number | 'html' | 'down' | 'silent' | 'busy' | 'huge' | 'stale' | 'moved'
type Name = 'coinbase' | 'kraken' | 'binance' | 'bitstamp' | 'coinbase-currencies' | 'bitpay'

const time = testClock()
let moods: Record<Name, Mood>
let usdt: string
let eurc: string
let server: Server
let sources: readonly RateSource[]
const database = useTestDatabase({ isFreshPerTest: true })

beforeEach(async () => {
  moods = {
    ...{ coinbase: 60_000, kraken: 60_010, binance: 60_020, bitstamp: 60_030 },
    ...{ 'coinbase-currencies': 60_000, bitpay: 60_000 },
  }
  usdt = '1.0003'
  eurc = '1.0790'
  server = createServer((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('/')
    answer(name as Name, rest.join('/'), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  sources = RATE_SOURCES.map((source) => ({
    ...source,
    baseUrl: `http://127.0.0.1:${String(port)}/${source.name}`,
  }))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const collect = () => collectRates({ clock: time.clock, quoted: SOLD_ASSETS, sources, timeoutMs: 3_000 })
const btc = async () => (await collect()).verdicts.BTC

test('the rate is the median of the exchanges, each read in its own format', async () => {
  const { verdicts, failures } = await collect()
  expect(failures).toEqual([])
  // binance quotes in USDT: 60020 × 1.0003 = 60038.006, so the middle two are kraken and bitstamp
  expect(verdicts.BTC).toEqual({
    kind: 'rate',
    rate: parseRate('60020'),
    sources: ['coinbase', 'kraken', 'binance', 'bitstamp'],
  })
  expect(verdicts.ETH).toMatchObject({ kind: 'rate', rate: parseRate('3001') })
  expect(verdicts.USDT).toMatchObject({ rate: parseRate('1'), sources: ['coinbase', 'kraken', 'bitstamp'] })
})

test('a stablecoin that lost its peg counts at its own rate, and so do prices quoted in it', async () => {
  usdt = '0.95'
  moods.binance = 63_168.42
  const { verdicts } = await collect()
  expect(verdicts.USDT).toMatchObject({ rate: parseRate('0.95') })
  expect(verdicts.BTC).toMatchObject({ rate: parseRate('60009.9995') })
})

test.each(['html', 'down', 'silent', 'busy', 'huge', 'stale', 'moved', 70_000] as const)(
  'an exchange that is %s is ignored',
  async (mood) => {
    moods.bitstamp = mood
    expect(await btc()).toMatchObject({ kind: 'rate', sources: ['coinbase', 'kraken', 'binance'] })
  },
)

test('with only one exchange no rate is quoted, and the check reports what failed', async () => {
  moods = { ...moods, coinbase: 'down', kraken: 60_000, binance: 'html', bitstamp: 'busy' }
  expect(await btc()).toMatchObject({ kind: 'refused' })
  const fault = await ratesFault({ clock: time.clock, quoted: SOLD_ASSETS, sources })
  expect(fault).toContain('no rate for BTC (expected 2 sources that are fresh and agree, got 1), ETH')
  expect(fault).toContain('coinbase BTC: no answer, binance BTC: not understood')
  expect(fault).toContain('bitstamp BTC: refused')
  expect(fault).not.toMatch(/http|127\.0\.0\.1/)
})

test('without a rate of USDT, prices in it do not count', async () => {
  usdt = '0'
  expect(await btc()).toMatchObject({ sources: ['coinbase', 'kraken', 'bitstamp'] })
})

test('the check reports nothing if all rates are available', async () => {
  expect(await ratesFault({ clock: time.clock, quoted: SOLD_ASSETS, sources })).toBeNull()
})

test('rates are stored repeatedly until the worker stops, despite failures, and again after a restart', async () => {
  const log = createLog({ level: 'silent' })
  const worker = createRateWorker({
    db: database.db,
    clock: time.clock,
    log,
    quoted: SOLD_ASSETS,
    sources,
    everyMs: 10,
  })
  const rates = liveRates({ db: database.db, clock: time.clock })
  await worker.start()
  await until(async () => (await rates.current('USDT', USD)) !== null)
  expect(await rates.current('BTC', USD)).toEqual({
    rate: parseRate('60020'),
    sources: 'coinbase,kraken,binance,bitstamp',
    at: time.clock(),
  })
  moods = { ...moods, coinbase: 'down', kraken: 'down', binance: 'down', bitstamp: 'down' }
  time.pass(121)
  expect(await rates.current('BTC', USD)).toBeNull()
  moods = { ...moods, coinbase: 50_000, kraken: 50_000, binance: 'down', bitstamp: 'down' }
  await until(async () => (await rates.current('BTC', USD))?.rate === parseRate('50000'))
  await worker.stop()
  time.pass(121)
  await worker.start()
  await until(async () => (await rates.current('BTC', USD)) !== null)
  await worker.stop()
})

test('stopping does not wait for an exchange that never answers', async () => {
  moods = { ...moods, coinbase: 'silent', kraken: 'silent', binance: 'silent', bitstamp: 'silent' }
  const worker = createRateWorker({
    quoted: SOLD_ASSETS,
    db: database.db,
    clock: time.clock,
    log: createLog({ level: 'silent' }),
    sources,
  })
  const asked = new Promise((resolve) => server.once('request', resolve))
  await worker.start()
  await asked
  const startedAt = performance.now()
  await worker.stop()
  // a request to an exchange times out after 5 s
  expect(performance.now() - startedAt).toBeLessThan(4_500)
})

const inShopOf = async (currency: Currency, coins: readonly SoldAsset[] = SOLD_ASSETS) =>
  (await collectRates({ clock: time.clock, quoted: [...coins, currency], sources, timeoutMs: 3_000 }))
    .verdicts[currency]

test('a currency has the median of what exchanges and lists say, in dollars', async () => {
  // kraken and bitstamp 1.08, binance 1.08 x 1.0003, coinbase 1.08, bitpay 60,000 / 55,500
  expect(await inShopOf('EUR')).toEqual({
    kind: 'rate',
    rate: parseRate('1.08'),
    sources: ['kraken', 'binance', 'bitstamp', 'coinbase-currencies', 'bitpay'],
  })
  // without USDT nobody knows what binance quotes in
  expect(await inShopOf('EUR', ['BTC'])).toMatchObject({
    sources: ['kraken', 'bitstamp', 'coinbase-currencies', 'bitpay'],
  })
})

test('a pair of a dollar coin in the currency is turned round', async () => {
  moods['coinbase-currencies'] = 'down'
  // binance 1.0003 / 5.5 = 0.18187…, bitpay 60,000 / 330,000 = 0.18181…: the mean of the two
  expect(await inShopOf('BRL')).toEqual({
    kind: 'rate',
    rate: parseRate('0.18184545'),
    sources: ['binance', 'bitpay'],
  })
})

test('a currency that one source alone knows has no rate', async () => {
  const verdict = await inShopOf('SEK')
  expect(verdict).toMatchObject({ kind: 'refused' })
})

test('EURC is quoted by two exchanges, and the euro of a third is its bound', async () => {
  expect((await collect()).verdicts.EURC).toEqual({
    kind: 'rate',
    rate: parseRate('1.079'),
    sources: ['coinbase', 'kraken', 'bitstamp'],
  })
  // without the other, one exchange is believed within 2 % of the euro only
  moods.coinbase = 'down'
  expect((await collect()).verdicts.EURC).toMatchObject({ rate: parseRate('1.0795') })
  eurc = '0.97'
  expect((await collect()).verdicts.EURC).toMatchObject({ kind: 'refused' })
  // a fall that both report is followed
  moods.coinbase = 60_000
  expect((await collect()).verdicts.EURC).toMatchObject({
    rate: parseRate('0.97'),
    sources: ['coinbase', 'kraken'],
  })
})

function answer(name: Name, path: string, response: ServerResponse): void {
  const mood = moods[name]
  if (mood === 'silent') return
  if (mood === 'down') return void response.destroy()
  if (mood === 'busy') return void response.writeHead(429).end('{"error":"slow down"}')
  if (mood === 'html') return void response.end('<!doctype html><title>We are sorry</title>')
  if (mood === 'huge') return void response.end(JSON.stringify('x'.repeat(200_000)))
  if (mood === 'moved') return void response.writeHead(302, { location: '/coinbase/' + path }).end()
  const bitcoin = mood === 'stale' ? 60_000 : mood
  const at = new Date(time.clock().getTime() - (mood === 'stale' ? 61_000 : 1_000))
  const price = priceOf(path, bitcoin)
  response.end(JSON.stringify(TICKERS[name](price, at)))
}

/** Dollars for one euro, reais for one dollar coin. */
const EURO = '1.0800'
const REAIS = '5.5000'

function priceOf(path: string, bitcoin: number): string {
  if (/eurc/i.test(path)) return eurc
  if (/eurusd/i.test(path) || path.endsWith('currency=EUR')) return EURO
  if (path.endsWith('USDTBRL')) return REAIS
  if (/^[^=]*usdt-?usd|=USDTUSD/i.test(path)) return usdt
  return String(/xbt|btc/i.test(path) ? bitcoin : bitcoin / 20)
}

/** The replies in the formats of the exchanges. */
const TICKERS: Record<Name, (price: string, at: Date) => object> = {
  coinbase: (price, at) => ({
    trade_id: 1,
    price,
    size: '0.1',
    bid: price,
    ask: price,
    volume: '9',
    time: at.toISOString(),
  }),
  kraken: (price) => ({
    error: [],
    result: { XXBTZUSD: { a: [price, '1', '1.000'], b: [price, '1', '1.000'], c: [price, '0.1'] } },
  }),
  binance: (price, at) => ({ lastPrice: price, bidPrice: price, askPrice: price, closeTime: at.getTime() }),
  bitstamp: (price, at) => ({
    timestamp: String(Math.floor(at.getTime() / 1000)),
    bid: price,
    ask: price,
    last: price,
  }),
  'coinbase-currencies': (price) => ({ data: { currency: 'EUR', rates: { USD: price, GBP: '0.85' } } }),
  bitpay: () => [
    { code: 'BTC', name: 'Bitcoin', rate: 1 },
    { code: 'USD', name: 'US Dollar', rate: 60_000 },
    { code: 'EUR', name: 'Euro', rate: 55_500 },
    { code: 'BRL', name: 'Real', rate: 330_000 },
  ],
}
