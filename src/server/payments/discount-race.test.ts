import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { issuePass } from '#server/captcha/passes.ts'
import { listCodes } from '#server/discounts/list-codes.ts'
import { pauseCode } from '#server/discounts/pause-code.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { createLog } from '#server/runtime/log.ts'
import { newCode as storeCode } from '#test/new-code.ts'
import { order, payOnChain, placeOrder, readyAddresses } from '#test/order-fixture.ts'
import { useOrders } from '#test/use-orders.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { settleDueOrders } from './settle-due-orders.ts'

const database = useTestDatabase({ max: 30 })
const { time, deps } = useOrders(database)

const newCode = (code: string, content: Parameters<typeof storeCode>[2] = {}) =>
  storeCode(database.db, code, { now: time.clock(), ...content })

const used = async (q: string) =>
  (await listCodes(database.db, { page: 1, q }, time.clock())).codes.map((code) => code.used)[0]

/** The windows of all orders end, and the chain has shown that nothing was paid. */
async function expireAll(): Promise<void> {
  time.pass(901)
  await settleAll()
}

async function settleAll(): Promise<void> {
  const { db } = database
  const cursor = { height: 2_000, head_height: 2_000, watched_until: time.clock(), block_at: time.clock() }
  await db
    .insertInto('cursors')
    .values({ chain: 'bitcoin', hash: 'head', finalized_height: 1_990, ...cursor })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ watched_until: time.clock() }))
    .execute()
  await db.updateTable('payments').set({ needs_settling: true }).execute()
  await settleDueOrders({ ...deps, log: createLog({ level: 'silent' }) }, 'bitcoin', true)
}

async function buyAtOnce(count: number, code: string) {
  await readyAddresses(deps, 'bitcoin', { count: 200 })
  const results = await Promise.all(
    Array.from({ length: count }, (_, buyer) =>
      order(
        deps,
        { discountCode: code, userEmail: `buyer${String(buyer)}@example.com` },
        { client: `203.0.113.${String(buyer)}` },
      ),
    ),
  )
  return Object.groupBy(results, (result) => (result.kind === 'refused' ? result.code : result.kind))
}

test('of 60 buyers at once, 20 get a code with 20 uses; unpaid orders give theirs back, and never are more than 20 used', async () => {
  await newCode('TWENTY', { uses: 20 })
  const first = await buyAtOnce(60, 'twenty')
  expect(first.created).toHaveLength(20)
  expect(first.DISCOUNT_USED_UP).toHaveLength(40)
  const prices = await database.db
    .selectFrom('payments')
    .select(['price_usd_cents', 'discount_cents', 'unit_price_cents'])
    .distinct()
    .execute()
  expect(prices).toEqual([{ price_usd_cents: 48_00, discount_cents: 15_99, unit_price_cents: 63_99 }])
  const paid = first.created?.slice(0, 5) ?? []
  for (const one of paid) if (one.kind === 'created') await payOnChain(database.db, one.record)
  await settleAll()
  await expireAll()
  expect(await used('TWENTY')).toBe(5)
  const second = await buyAtOnce(60, 'Twen-ty')
  expect(second.created).toHaveLength(15)
  expect(second.DISCOUNT_USED_UP).toHaveLength(45)
  expect(await used('TWENTY')).toBe(20)
})

test('one use is one use, and the database itself refuses a second order', async () => {
  const id = await newCode('ONCE', { uses: 1 })
  const made = await placeOrder(deps, { discountCode: 'once' })
  expect(await order(deps, { discountCode: 'ONCE' })).toMatchObject({ code: 'DISCOUNT_USED_UP' })
  const other = { id: randomUUID(), derivation_index: 99_999, payment_address: 'bc1qother' }
  const { is_delivered: _, ...row } = { ...made, ...other, discount_code_id: id }
  await expect(database.db.insertInto('payments').values(row).execute()).rejects.toThrow('used up')
})

test('an order that is paid after its use went to another is honoured at its price, and the code shows one use too many', async () => {
  await newCode('LATE', { uses: 1 })
  const late = await placeOrder(deps, { discountCode: 'LATE' })
  await expireAll()
  expect(await used('LATE')).toBe(0)
  await placeOrder(deps, { discountCode: 'LATE' })
  // it was sent in time; the shop has seen it late
  await payOnChain(database.db, late)
  await settleAll()
  const row = await database.db
    .selectFrom('payments')
    .select(['status', 'price_usd_cents', 'due_atoms'])
    .where('id', '=', late.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'confirmed', price_usd_cents: 48_00, due_atoms: late.due_atoms })
  expect(await used('LATE')).toBe(2)
  expect(await order(deps, { discountCode: 'LATE' })).toMatchObject({ code: 'DISCOUNT_USED_UP' })
})

test('uses of each mailbox are counted however it is spelled, at once', async () => {
  await newCode('PERBOX', { usesPerMailbox: 1 })
  await readyAddresses(deps, 'bitcoin', { count: 40 })
  const spelled = ['a.b@gmail.com', 'AB@gmail.com', 'ab+x@googlemail.com', 'other@gmail.com']
  const results = await Promise.all(
    spelled.map((userEmail) => order(deps, { discountCode: 'PERBOX', userEmail })),
  )
  const outcomes = results.map((result) => (result.kind === 'refused' ? result.code : result.kind)).sort()
  expect(outcomes).toEqual(['DISCOUNT_USED_BY_YOU', 'DISCOUNT_USED_BY_YOU', 'created', 'created'])
})

test('a code that lowers nothing says why, and only one that does not exist costs the captcha', async () => {
  const soon = new Date(time.clock().getTime() + 60_000).toISOString()
  const before = new Date(time.clock().getTime() - 60_000).toISOString()
  await newCode('SOON', { from: soon })
  await newCode('OVER', { until: before })
  await newCode('SUPPORTERS', { edition: 'supporter' })
  await pauseCode(
    database.db,
    { id: await newCode('PAUSED'), isPaused: true },
    { actorId: null, now: time.clock() },
  )
  const outcome = async (discountCode: string) => {
    const refused = await order(deps, { discountCode })
    const left = await database.db
      .selectFrom('captcha_passes')
      .select('token_hash')
      .where('spent_by', 'is', null)
      .execute()
    await database.db.deleteFrom('captcha_passes').execute()
    return [refused.kind === 'refused' ? refused.code : refused.kind, left.length]
  }
  expect(await outcome('SOON')).toEqual(['DISCOUNT_NOT_YET', 1])
  expect(await outcome('OVER')).toEqual(['DISCOUNT_EXPIRED', 1])
  expect(await outcome('SUPPORTERS')).toEqual(['DISCOUNT_OTHER_EDITION', 1])
  expect(await outcome('PAUSED')).toEqual(['DISCOUNT_PAUSED', 1])
  expect(await outcome('NOSUCHCODE')).toEqual(['DISCOUNT_UNKNOWN', 0])
  expect(await outcome('§')).toEqual(['DISCOUNT_UNKNOWN', 0])
})

test('guesses are limited: of many with one captcha one is answered, and an hour has 20', async () => {
  Object.assign(deps, { limits: createLimits(database.db, time.clock, { factor: 1 }) })
  await newCode('REAL')
  // the leader alone fills the pool
  await readyAddresses(deps, 'bitcoin')
  const pass = await issuePass(database.db, time.clock())
  const guesses = await Promise.all(
    Array.from({ length: 5 }, (_, at) => order(deps, { discountCode: `GUESS${String(at)}` }, { pass })),
  )
  const codes = guesses.map((one) => (one.kind === 'refused' ? one.code : one.kind)).sort()
  expect(codes).toEqual([...Array<string>(4).fill('CAPTCHA_REQUIRED'), 'DISCOUNT_UNKNOWN'])
  time.pass(3601)
  for (let at = 0; at < 20; at++)
    expect(await order(deps, { discountCode: 'WRONG' })).toMatchObject({ code: 'DISCOUNT_UNKNOWN' })
  const refused = await order(deps, { discountCode: 'REAL' })
  expect(refused).toMatchObject({ code: 'DISCOUNT_LIMITED', retryAfterS: 3600 })
  expect(await order(deps)).toMatchObject({ kind: 'created' })
  time.pass(3601)
  for (let at = 0; at < 25; at++)
    expect(await order(deps, { discountCode: 'REAL' })).toMatchObject({ kind: 'created' })
})
