import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { listKeys } from '#server/keys/list-keys.ts'
import { KeyListQuery } from '#shared/admin-api.ts'
import { OrderListQuery } from '#shared/order-filter-api.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { keyRow } from '#test/insert-key.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { listOrders } from './list-orders.ts'

const ORDERS = 3_000
const NOW = new Date('2026-11-20T12:00:00Z')
const VISIBLE = { emails: true, keys: true }

const database = useTestDatabase()
beforeAll(async () => {
  const { db } = database
  const first = await insertPayment(db, {
    status: 'confirmed',
    confirmed_at: NOW,
    user_email: 'buyer0@example.com',
  })
  await sql`
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
      quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations, status, confirmed_at, flags)
    select created_at - n * interval '1 second', expires_at, language, 'buyer' || n || '@example.com', wallet_address,
      sha256(n::text::bytea), check_code, edition, quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms,
      rate_e8, rate_sources, rate_at, wallet, wallet_fingerprint, derivation_index + n, payment_address || n,
      required_confirmations, status, confirmed_at, array[case when n = ${ORDERS}::int then 'nodes_disagree' else 'overpaid' end]
    from payments, generate_series(1, ${ORDERS}::int) n where id = ${first}`.execute(db)
  const { id } = await db
    .updateTable('payments')
    .set({ delivered_at: NOW })
    .where('user_email', '=', 'buyer999@example.com')
    .returning('id')
    .executeTakeFirstOrThrow()
  const handed = { payment_id: id, line_no: 1, quantity: 1, handed_at: NOW }
  await db
    .insertInto('key_secrets')
    .values({ id: TEST_CIPHER.secretId })
    .onConflict((row) => row.doNothing())
    .execute()
  await db
    .insertInto('game_keys')
    .values({ ...keyRow('KEYS-AAAA'), ...handed })
    .execute()
  await sql`vacuum analyze payments`.execute(db)
})

/** @returns how many rows of `payments` a read fetches from the table, whatever it returns. */
async function rowsRead(read: (tx: Db) => Promise<unknown>): Promise<number> {
  return database.db.transaction().execute(async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ n: bigint }>`
        select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = 'payments'`.execute(
        tx,
      )
      return Number(rows[0]?.n ?? 0n)
    }
    const before = await count()
    await read(tx)
    return (await count()) - before
  })
}

const ordersWith = (words: object) => (tx: Db) => listOrders(tx, OrderListQuery.parse(words), VISIBLE)

test('a rare flag is found without reading the other flagged orders', async () => {
  const { orders } = await listOrders(database.db, OrderListQuery.parse({ flag: 'nodes_disagree' }), VISIBLE)
  expect(orders).toHaveLength(1)
  expect(await rowsRead(ordersWith({ flag: 'nodes_disagree' }))).toBeLessThanOrEqual(10)
})

test('keys are found by the start of an e-mail without reading orders that have none', async () => {
  const search = (db: Db) =>
    listKeys(db, TEST_CIPHER, KeyListQuery.parse({ action: 'list', q: 'buyer' }), VISIBLE)
  expect((await search(database.db)).keys).toHaveLength(1)
  expect(await rowsRead(search)).toBeLessThanOrEqual(10)
})
