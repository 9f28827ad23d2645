import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { insertPayment } from '#test/insert-payment.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { watchAddresses } from './watch-addresses.ts'

const ORDER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const SKIPPED = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const STRANGER = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const database = useTestDatabase()

beforeAll(async () => {
  const { db } = database
  await insertPayment(db, {
    wallet: 'evm',
    crypto_type: 'ethereum',
    crypto_network: 'ethereum',
    payment_address: ORDER,
  })
  await insertPayment(db, {
    wallet: 'tron',
    crypto_type: 'usdt',
    crypto_network: 'trc20',
    payment_address: TRON,
  })
})

test('an address whose case is only its checksum is found in any case, and returned as the chain writes it', async () => {
  const { among } = watchAddresses(database.db, 'ethereum')
  for (const asked of [ORDER, ORDER.toLowerCase()])
    expect(await among([STRANGER.toLowerCase(), asked])).toEqual(new Set([ORDER]))
  expect(await among([STRANGER])).toEqual(new Set())
  expect(await among([])).toEqual(new Set())
})

test('an address whose letters differ in case is another one where case is part of it', async () => {
  const { among } = watchAddresses(database.db, 'tron')
  expect(await among([TRON])).toEqual(new Set([TRON]))
  expect(await among([TRON.toLowerCase()])).toEqual(new Set())
})

test('addresses that a recovery skipped are found like those of orders', async () => {
  const { db } = database
  const watch = watchAddresses(db, 'ethereum')
  expect(await watch.among([SKIPPED.toLowerCase(), ORDER])).toEqual(new Set([ORDER]))
  await sql`
    with recovery as (insert into recoveries (started_at, cause, previous_database_id, lost_since)
      values (now(), 'restored', gen_random_uuid(), now()) returning id)
    insert into skipped_addresses (wallet_fingerprint, derivation_index, wallet, address, recovery_id)
    select 'test-wallet', 7, 'evm', ${SKIPPED}, id from recovery`.execute(db)
  expect(await watch.among([SKIPPED.toLowerCase(), ORDER])).toEqual(new Set([ORDER, SKIPPED]))
  expect([...((await watch.few(2)) ?? [])].sort()).toEqual([ORDER, SKIPPED].sort())
  expect(await watch.few(1)).toBeNull()
})
