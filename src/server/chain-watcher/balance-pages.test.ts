import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { insertPayment } from '#test/insert-payment.ts'
import { insertTransfer } from '#test/insert-transfer.ts'
import { testClock } from '#test/test-clock.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import { pageOfAllOrders, pageOfScope, type BalancePage, type BalancePosition } from './balance-pages.ts'

const PAGE = 2_000
const HEIGHT = 100
const database = useTestDatabase()
const { clock } = testClock()
beforeEach(() => sql`truncate payments, wallets cascade`.execute(database.db))

type PageAfter = (after: BalancePosition | null) => Promise<BalancePage>
const open: PageAfter = (after) => pageOfScope(database.db, 'ethereum', HEIGHT, 'open', clock(), after)
const recent: PageAfter = (after) => pageOfScope(database.db, 'ethereum', HEIGHT, 'recent', clock(), after)
const all: PageAfter = (after) => pageOfAllOrders(database.db, 'ethereum', HEIGHT, after)

test.each([
  ['that wait', open],
  ['of the last days', recent],
  ['ever created', all],
])('a pass over the orders %s reads each address once, whatever their statuses are', async (_, pageAfter) => {
  const made: string[] = []
  for (const [status, count] of [
    ['detected', 30],
    ['partial', PAGE - 30],
    ['pending', PAGE + 500],
    ['review', 70],
  ] as const)
    made.push(...(await insertOrders(status, count)))
  const pages = await passOver(pageAfter)
  expect(pages.flat().sort()).toEqual(made.sort())
  expect(pages.length).toBeLessThanOrEqual(Math.ceil(made.length / PAGE) + 1)
})

test.each([
  ['that wait', open],
  ['of the last days', recent],
])('a pass over the orders %s goes on where it was when its last order is paid', async (_, pageAfter) => {
  const made = await insertOrders('pending', PAGE + 10)
  const first = await pageAfter(null)
  await sql`update payments set status = 'detected' where payment_address = ${first.addresses.at(-1)}`.execute(
    database.db,
  )
  const second = await pageAfter(first.last)
  expect([...first.addresses, ...second.addresses].sort()).toEqual(made.toSorted())
  expect(second.last).toBeNull()
})

test('a page tells what moved on its addresses up to the height', async () => {
  const [paid = '', quiet = ''] = await insertOrders('pending', 2)
  const ids = await sql<{ id: string }>`select id from payments where payment_address = ${paid}`.execute(
    database.db,
  )
  const { id = '' } = ids.rows[0] ?? {}
  const mined = { payment_id: id, address: paid, chain: 'ethereum', asset: 'ETH', seen_at: clock() } as const
  const block = (height: number) => ({
    block_height: height,
    block_hash: `0x${String(height)}`,
    block_at: clock(),
  })
  await insertTransfer(database.db, { ...mined, ...block(HEIGHT), tx_hash: '0x1', atoms: 5n })
  await insertTransfer(database.db, { ...mined, ...block(HEIGHT - 1), tx_hash: '0x2', atoms: 7n })
  await insertTransfer(database.db, { ...mined, ...block(HEIGHT + 1), tx_hash: '0x3', atoms: 100n })
  await insertTransfer(database.db, {
    ...mined,
    ...block(HEIGHT),
    tx_hash: '0x4',
    atoms: 2n,
    evidence: 'balance',
  })
  await insertTransfer(database.db, { ...mined, ...block(HEIGHT), tx_hash: '0x5', atoms: 9n, asset: 'USDT' })
  await sql`insert into outflows (chain, tx_hash, address, atoms, block_height)
    values ('ethereum', '0x6', ${paid}, 3, ${HEIGHT}), ('ethereum', '0x7', ${paid}, 50, ${HEIGHT + 1})`.execute(
    database.db,
  )
  const page = await open(null)
  expect([...page.addresses].sort()).toEqual([paid, quiet].sort())
  expect([...page.flows].sort((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    { address: paid, kind: 'balance', atoms: '2' },
    { address: paid, kind: 'outflow', atoms: '3' },
    { address: paid, kind: 'output', atoms: '12' },
  ])
})

async function passOver(pageAfter: PageAfter): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = []
  let page: BalancePage | null = null
  do {
    page = await pageAfter(page?.last ?? null)
    pages.push(page.addresses)
  } while (page.last !== null)
  return pages
}

/** @returns the addresses of the orders, which were created within the last hour, several at the same time. */
async function insertOrders(status: PaymentStatus, count: number): Promise<readonly string[]> {
  const created_at = new Date(clock().getTime() - 3600_000)
  const expires_at = new Date(clock().getTime() + 3600_000)
  const rail = { wallet: 'evm', crypto_type: 'ethereum', crypto_network: 'ethereum' } as const
  const first = await insertPayment(database.db, { created_at, expires_at, status, ...rail })
  const { rows } = await sql<{ payment_address: string }>`
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
      quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations, status)
    select created_at + (n / 3) * interval '1 s', expires_at, language, user_email, wallet_address, sha256(n::text::bytea),
      check_code, edition, quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources,
      rate_at, wallet, wallet_fingerprint, derivation_index + 100000 * n, payment_address || 'x' || n, required_confirmations, status
    from payments, generate_series(1, ${count - 1}::integer) n where id = ${first}
    returning payment_address`.execute(database.db)
  const { rows: one } = await sql<{ payment_address: string }>`
    select payment_address from payments where id = ${first}`.execute(database.db)
  return [...one, ...rows].map((row) => row.payment_address)
}
