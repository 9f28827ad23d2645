import { USD } from '#shared/currency.ts'
import { beforeEach, expect, test } from 'vitest'
import { parseRate, type Rate } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { fixedRates, liveRates } from './rates.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let time: ReturnType<typeof testClock>
beforeEach(async () => {
  time = testClock()
})

test('a fixed rate is the same at any time', async () => {
  const table = { BTC: parseRate('60000'), ETH: parseRate('3000'), USDT: parseRate('1') }
  const rates = fixedRates(table, time.clock)
  expect(await rates.current('BTC', USD)).toEqual({ rate: table.BTC, sources: 'fixed', at: time.clock() })
  expect(await rates.near('ETH', new Date(0), USD)).toBe(table.ETH)
})

test('the newest stored rate is quoted until it is two minutes old', async () => {
  const rates = liveRates({ db: database.db, clock: time.clock })
  expect(await rates.current('BTC', USD)).toBeNull()
  await store('59000')
  time.pass(60)
  await store('60000')
  time.pass(120)
  expect(await rates.current('BTC', USD)).toMatchObject({
    rate: parseRate('60000'),
    sources: 'coinbase,kraken',
  })
  expect(await rates.current('ETH', USD)).toBeNull()
  time.pass(1)
  expect(await rates.current('BTC', USD)).toBeNull()
})

test('a rate of the future is not quoted before its time', async () => {
  const rates = liveRates({ db: database.db, clock: time.clock })
  await store('60000')
  time.pass(3600)
  await store('30000')
  time.pass(-3600)
  expect(await rates.current('BTC', USD)).toMatchObject({ rate: parseRate('60000') })
  time.pass(121)
  expect(await rates.current('BTC', USD)).toBeNull()
})

test('late money counts at the rate nearest its time, within ten minutes', async () => {
  const rates = liveRates({ db: database.db, clock: time.clock })
  const start = time.clock().getTime()
  await store('59000')
  time.pass(60)
  await store('60000')
  const near = (seconds: number) => rates.near('BTC', new Date(start + seconds * 1000), USD)
  expect(await near(29)).toBe(parseRate('59000'))
  expect(await near(31)).toBe(parseRate('60000'))
  expect(await near(-600)).toBe(parseRate('59000'))
  expect(await near(-601)).toBeNull()
  expect(await near(660)).toBe(parseRate('60000'))
  expect(await near(661)).toBeNull()
  expect(await rates.near('USDT', new Date(start), USD)).toBeNull()
})

test('in another currency a rate is one through dollars, as old as the older of the two', async () => {
  const rates = liveRates({ db: database.db, clock: time.clock })
  const start = time.clock()
  await store('60000')
  expect([await rates.current('BTC', 'EUR'), await rates.dollarsPer('EUR')]).toEqual([null, null])
  time.pass(60)
  await store('1.25', 'EUR')
  expect(await rates.current('BTC', 'EUR')).toEqual({
    rate: parseRate('48000'),
    sources: 'coinbase,kraken',
    at: start,
  })
  expect(await rates.dollarsPer('EUR')).toBe(parseRate('1.25'))
  expect(await rates.near('BTC', start, 'EUR')).toBe(parseRate('48000'))
  expect(await rates.near('BTC', start, 'GBP')).toBeNull()
  time.pass(61)
  // the coin's rate is too old by now
  expect(await rates.current('BTC', 'EUR')).toBeNull()
  expect(await rates.dollarsPer('USD')).toBe(parseRate('1'))
})

test.each([
  // dollars for one EURC and for one euro; EURC in euros, where it stands for one
  ['1.081', '1.08', '1'],
  ['1.0693', '1.08', '1'], // 0.9900…
  ['1.0908', '1.08', '1'], // 1.01
  ['1.0691', '1.08', '0.98990740'],
  ['0.972', '1.08', '0.9'],
])('EURC at %s and a euro at %s: in a shop of euros one counts as %s', async (eurc, euro, inEuros) => {
  const start = time.clock()
  await store(eurc, 'EURC')
  await store(euro, 'EUR')
  await store('1.25', 'GBP')
  const rates = liveRates({ db: database.db, clock: time.clock })
  expect((await rates.current('EURC', 'EUR'))?.rate).toBe(parseRate(inEuros))
  expect(await rates.near('EURC', start, 'EUR')).toBe(parseRate(inEuros))
  // in another currency it counts at its own rate
  expect((await rates.current('EURC', USD))?.rate).toBe(parseRate(eurc))
  expect((await rates.current('EURC', 'GBP'))?.rate).toBe((parseRate(eurc) * 100n) / 125n)
})

test('without a rate of the euro, a shop of euros takes no EURC', async () => {
  await store('1.08', 'EURC')
  const rates = liveRates({ db: database.db, clock: time.clock })
  expect(await rates.current('EURC', 'EUR')).toBeNull()
})

test('a dollar coin has no peg to another currency', async () => {
  await store('1', 'USDT')
  await store('1.005', 'EUR')
  const rates = liveRates({ db: database.db, clock: time.clock })
  expect((await rates.current('USDT', 'EUR'))?.rate).toBe(parseRate('0.99502487'))
})

async function store(rate: string, coin = 'BTC'): Promise<void> {
  const rate_e8: Rate = parseRate(rate)
  const row = { coin, at: time.clock(), rate_e8, sources: 'coinbase,kraken' }
  await database.db.insertInto('rates').values(row).execute()
}
