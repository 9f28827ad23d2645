import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { insertTransfer } from '#test/insert-transfer.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { testClock } from '#test/test-clock.ts'
import type { Block } from '#server/chain/chain-reader.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { findPayment } from '#server/payments/open-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { createBalanceCheck } from './balance-check.ts'
import { pageOfAllOrders, pageOfScope, type BalancePage } from './balance-pages.ts'
import { watchAddresses, watchUnconfirmed } from './watch-addresses.ts'

/** Addresses in one call for balances, and the most that a server with an index of addresses is asked about. */
const BALANCES_A_CALL = 2_000
const ADDRESSES_MAX = 1000
const HEIGHT = 100
const database = useTestDatabase()
let db: Db
const { clock } = testClock()
const NOW = clock().getTime()
const HOUR_MS = 3600_000
beforeAll(async () => {
  db = database.db
})
beforeEach(() => sql`truncate payments, wallets cascade`.execute(db))

test.each([0, 1_000, 50_000])(
  '%i orders that nobody paid cost no frequent read of balances after a day, and one a day',
  async (stale) => {
    await insertOrders(stale, 27 * HOUR_MS, 'ethereum')
    const open = await insertOrders(1, 0, 'ethereum')
    for (const scope of ['open', 'recent', 'unfinished'] as const) {
      const read = await pageOfScope(db, 'ethereum', HEIGHT, scope, clock())
      expect(read.addresses.map(idOf)).toEqual(open)
    }
    expect(await pagesOfAll()).toBe(Math.max(1, Math.ceil((stale + 1) / BALANCES_A_CALL)))
  },
)

test.each([
  [10, 1],
  [4_500, 3],
])(
  '%i open orders cost the same calls a block; their balances are read in %i blocks',
  async (open, blocks) => {
    await insertOrders(open, 0, 'ethereum')
    const chain = createSimChain({ db, chain: 'ethereum', clock })
    const asked: string[][] = []
    const check = createBalanceCheck(db, {
      ...chain.reader,
      hiddenInflows: (questions, block) => {
        asked.push(questions.map(({ address }) => address))
        return chain.reader.hiddenInflows(questions, block)
      },
    })
    const record = (await findPayment(
      db,
      (await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()).id,
    )) as PaymentRecord
    const afterWindow = new Date(record.expires_at.getTime() + 1)
    const heads: Block[] = []
    for (let block = 0; block < blocks; block += 1) {
      expect(check.hasRead(record)).toBe(false)
      await chain.tick()
      heads.push(await chain.reader.head())
      await check.look(heads[block] as Block, clock(), afterWindow)
    }
    expect(check.hasRead(record)).toBe(true)
    expect(new Set(asked.flat()).size).toBe(open)
    // a page of open orders, one of unfinished ones and one of all
    for (const addresses of asked) expect(addresses.length).toBeLessThanOrEqual(3 * BALANCES_A_CALL)
  },
)

test('orders whose late money still counts, and orders with money, stay in the frequent reads', async () => {
  const [late] = await insertOrders(1, 24 * HOUR_MS, 'ethereum')
  const [gone] = await insertOrders(1, 27 * HOUR_MS, 'ethereum')
  const [partial] = await insertOrders(1, 27 * HOUR_MS, 'ethereum', 'partial')
  const [review] = await insertOrders(1, 60 * 24 * HOUR_MS, 'ethereum', 'review')
  const recent = await pageOfScope(db, 'ethereum', HEIGHT, 'recent', clock())
  expect(recent.addresses.map(idOf).sort()).toEqual([late, partial].sort())
  const unfinished = await pageOfScope(db, 'ethereum', HEIGHT, 'unfinished', clock())
  expect(unfinished.addresses.map(idOf).sort()).toEqual([late, partial, review].sort())
  expect(unfinished.addresses.map(idOf)).not.toContain(gone)
})

test.each([0, 1_001])(
  'with %i stale orders the mempool is still asked about the open ones',
  async (stale) => {
    await insertOrders(stale, 27 * HOUR_MS, 'bitcoin')
    const [open] = await insertOrders(1, 0, 'bitcoin')
    const [detected] = await insertOrders(1, 48 * HOUR_MS, 'bitcoin', 'detected')
    const asked = await watchUnconfirmed(db, 'bitcoin', clock()).few(ADDRESSES_MAX)
    expect([...(asked ?? [])].sort()).toEqual([`bitcoin ${open ?? ''}`, `bitcoin ${detected ?? ''}`].sort())
  },
)

test('if late money could come to too many orders, those of the last hour are asked about', async () => {
  await insertOrders(1_001, 3 * HOUR_MS, 'bitcoin')
  const [open] = await insertOrders(1, 0, 'bitcoin')
  expect(await watchUnconfirmed(db, 'bitcoin', clock()).few(ADDRESSES_MAX)).toEqual([`bitcoin ${open ?? ''}`])
  await insertOrders(1_000, 0, 'bitcoin')
  expect(await watchUnconfirmed(db, 'bitcoin', clock()).few(ADDRESSES_MAX)).toBeNull()
})

test('an order with an unconfirmed transfer is asked about, however old it is', async () => {
  const [old] = await insertOrders(1, 90 * 24 * HOUR_MS, 'bitcoin')
  const watch = watchUnconfirmed(db, 'bitcoin', clock())
  expect(await watch.few(ADDRESSES_MAX)).toEqual([])
  const address = `bitcoin ${old ?? ''}`
  expect(await watch.among([address])).toEqual(new Set([address]))
  await insertTransfer(db, { payment_id: old ?? '', address, seen_at: clock() })
  expect(await watch.few(ADDRESSES_MAX)).toEqual([address])
  // blocks are read for every order ever created
  expect(await watchAddresses(db, 'bitcoin').among([address])).toEqual(new Set([address]))
})

/** @returns the ids of the orders, created at once some time ago; expired ones are `'expired'` unless given. */
async function insertOrders(
  count: number,
  ageMs: number,
  rail: 'ethereum' | 'bitcoin',
  status = ageMs === 0 ? 'pending' : 'expired',
): Promise<readonly string[]> {
  if (count === 0) return []
  const wallet = rail === 'ethereum' ? 'evm' : 'bitcoin'
  const created_at = new Date(NOW - ageMs)
  const expires_at = new Date(NOW - ageMs + 900_000)
  const first = await insertPayment(db, {
    created_at,
    expires_at,
    status,
    wallet,
    crypto_type: rail,
    crypto_network: rail,
  })
  await sql`update payments set payment_address = ${rail} || ' ' || id where id = ${first}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    with ids as (select gen_random_uuid() as id, n from generate_series(1, ${count - 1}::integer) n)
    insert into payments (id, created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code,
      edition, quantity,
      unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations, status)
    select ids.id, created_at, expires_at, language, user_email, wallet_address, sha256(ids.id::text::bytea), check_code,
      edition, quantity,
      unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index + 1000 * ids.n, ${rail} || ' ' || ids.id, required_confirmations, status
    from payments, ids where payments.id = ${first}
    returning id`.execute(db)
  return [first, ...rows.map(({ id }) => id)]
}

/** The calls of the daily pass. */
async function pagesOfAll(): Promise<number> {
  let calls = 0
  let page: BalancePage | null = null
  do {
    page = await pageOfAllOrders(db, 'ethereum', HEIGHT, page?.last ?? null)
    calls += Math.ceil(page.addresses.length / BALANCES_A_CALL)
  } while (page.last !== null)
  return calls
}

/** The id in the address of an inserted order. */
function idOf(address: string): string {
  return address.split(' ')[1] ?? ''
}
