import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { checkOrderLimit } from './check-order-limit.ts'
import { createLimits, sweepLimits } from './rate-limits.ts'

const database = useTestDatabase()

test('the eleventh support mail of an hour is rejected with the whole seconds to wait, and the next hour starts from zero', async () => {
  const { clock, pass } = testClock()
  const limits = createLimits(database.db, clock, { factor: 1 })
  for (let call = 0; call < 10; call++)
    expect(await limits.take('support', '1.1.1.1')).toEqual({ allowed: true })
  pass(0.4)
  expect(await limits.take('support', '1.1.1.1')).toEqual({ allowed: false, retryAfterS: 3600 })
  expect(await limits.take('support', '1.1.1.2')).toEqual({ allowed: true })
  pass(3599.5)
  expect(await limits.take('support', '1.1.1.1')).toMatchObject({ allowed: false, retryAfterS: 1 })
  pass(0.1)
  expect(await limits.take('support', '1.1.1.1')).toEqual({ allowed: true })
})

test('a window that was begun before the clock was set back is over', async () => {
  const { clock, pass } = testClock()
  const limits = createLimits(database.db, clock, { factor: 1 })
  for (let call = 0; call < 11; call++) await limits.take('support', '1.1.1.3')
  expect(await limits.take('support', '1.1.1.3')).toMatchObject({ allowed: false })
  pass(-60)
  expect(await limits.take('support', '1.1.1.3')).toEqual({ allowed: true })
})

test('several processes on one database share a limit, however many calls are concurrent', async () => {
  const { clock } = testClock()
  const [one, two] = [
    createLimits(database.db, clock, { factor: 1 }),
    createLimits(database.db, clock, { factor: 1 }),
  ]
  const taken = await Promise.all(
    Array.from({ length: 180 }, (_, call) => (call % 2 === 0 ? one : two).take('captcha', '2.2.2.2')),
  )
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(120)
})

test('a verify call polls the chain at most once per 3 s and payment', async () => {
  const { clock, pass } = testClock()
  const limits = createLimits(database.db, clock, { factor: 1 })
  expect(await limits.take('look', 'payment-a')).toEqual({ allowed: true })
  expect(await limits.take('look', 'payment-b')).toEqual({ allowed: true })
  pass(2.9)
  expect(await limits.take('look', 'payment-a')).toEqual({ allowed: false, retryAfterS: 1 })
  pass(0.1)
  expect(await limits.take('look', 'payment-a')).toEqual({ allowed: true })
})

test('the demo has limits 20 times as high, and off disables them', async () => {
  const { clock } = testClock()
  const demo = createLimits(database.db, clock, { factor: 20 })
  const taken = await Promise.all(Array.from({ length: 201 }, () => demo.take('support', '3.3.3.3')))
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(200)
  const off = createLimits(database.db, clock, { factor: 'off' })
  expect(await off.take('support', '3.3.3.3')).toEqual({ allowed: true })
})

test('above the limit of orders a fresh captcha is required, and only far above it a client is rejected', async () => {
  const { clock } = testClock()
  const limits = createLimits(database.db, clock, { factor: 0.05 })
  const kinds: string[] = []
  for (let order = 0; order < 34; order++) kinds.push((await checkOrderLimit(limits, '4.4.4.4')).kind)
  expect(kinds.slice(0, 3)).toEqual(['open', 'open', 'open'])
  expect(kinds.slice(3, 33)).toEqual(Array.from({ length: 30 }, () => 'fresh-captcha'))
  expect(kinds[33]).toBe('refused')
})

test('a client over its limit is rejected without a query', async () => {
  const { clock } = testClock()
  const own = await createTestDatabase()
  const limits = createLimits(own.db, clock, { factor: 1 })
  for (let call = 0; call < 11; call++) await limits.take('support', '5.5.5.5')
  await own.close()
  expect(await limits.take('support', '5.5.5.5')).toMatchObject({ allowed: false })
})

test('a flood of clients does not fill the memory, and generous limits need no database', async () => {
  const { clock } = testClock()
  const own = await createTestDatabase()
  await own.close()
  const limits = createLimits(own.db, clock, { factor: 1 })
  const before = process.memoryUsage().heapUsed
  for (let client = 0; client < 120_000; client++) await limits.take('reads', `10.${String(client)}`)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60e6)
})

test('windows that have ended are swept', async () => {
  const { clock, pass } = testClock()
  const limits = createLimits(database.db, clock, { factor: 1 })
  await limits.take('support', '6.6.6.6')
  pass(3601)
  await sweepLimits(database.db, clock())
  expect(
    await database.db.selectFrom('limits').selectAll().where('key', '=', 'support 6.6.6.6').execute(),
  ).toEqual([])
})
