import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { ASSETS } from '#shared/assets.ts'
import { CHAINS } from '#shared/chains.ts'
import { RAILS } from '#shared/rails.ts'
import { insertTransfer } from '#test/insert-transfer.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { addEditions, fillReferenceTables } from './fill-reference-tables.ts'

const database = useTestDatabase()

const DUMMY = { network: 'dummy', coin: 'dummycoin', wallet: 'dummies' } as const
const DUMMY_ORDER = { crypto_network: DUMMY.network, crypto_type: DUMMY.coin, wallet: DUMMY.wallet }
const NAMES = {
  languages: [...LANGUAGES, 'es'],
  chains: [...CHAINS, 'dummychain'],
  assets: [...ASSETS, 'DUM'],
  rails: [...RAILS, DUMMY],
}

describe('a name that is not in the reference table is rejected', () => {
  test.each([
    ['language', { language: 'xx' }, 'payments_language_is_known'],
    ['edition', { edition: 'unlisted' }, 'payments_edition_is_known'],
    ['network', { crypto_network: 'unlisted' }, 'payments_rail_is_known'],
    ['coin on a network', { crypto_type: 'unlisted' }, 'payments_rail_is_known'],
    ['family of keys for a network', { wallet: 'tron' }, 'payments_rail_is_known'],
  ] as const)('of an order: %s', async (_what, values, constraint) => {
    await expect(insertPayment(database.db, values)).rejects.toMatchObject({ code: '23503', constraint })
  })

  test.each([
    ['a key', `insert into game_keys (game_edition, awaits_sealing) values ('unlisted', true)`],
    ['a counter', `insert into purchase_counters (id) values ('unlisted')`],
    [
      'a rail state',
      `insert into rail_states (network, is_simulated, checked_at) values ('unlisted', true, now())`,
    ],
    [
      'a cursor',
      `insert into cursors (chain, height, hash, block_at, head_height, finalized_height, watched_until)
        values ('unlisted', 1, '', now(), 1, 1, now())`,
    ],
  ])('of %s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: '23503' })
  })
})

test('a new row in the code needs no migration: a start adds its names, a second start changes nothing', async () => {
  const { db } = database
  await expect(insertPayment(db, DUMMY_ORDER)).rejects.toMatchObject({ code: '23503' })
  await fillReferenceTables(db, NAMES)
  await addEditions(db, ['deluxe'])
  const payment = await insertPayment(db, { ...DUMMY_ORDER, language: 'es', edition: 'deluxe' })
  const seen = { address: 'address', seen_at: new Date('2026-11-22T12:00:00Z') }
  await insertTransfer(db, { chain: 'dummychain', asset: 'DUM', payment_id: payment, ...seen })
  await fillReferenceTables(db, NAMES)
  await addEditions(db, ['deluxe'])
  const { rows } = await sql`select * from rails where network = 'dummy'`.execute(db)
  expect(rows).toEqual([DUMMY])
})

test('a release that lacks a name removes nothing', async () => {
  const { db } = database
  await fillReferenceTables(db, NAMES)
  await fillReferenceTables(db)
  await expect(insertPayment(db, { ...DUMMY_ORDER, language: 'es' })).resolves.toBeDefined()
})

test('a name in use cannot be removed', async () => {
  await insertPayment(database.db, { language: 'fr' })
  await expect(sql`delete from languages where id = 'fr'`.execute(database.db)).rejects.toMatchObject({
    constraint: 'payments_language_is_known',
  })
})

test('several processes that start at once add a name once', async () => {
  const names = { ...NAMES, assets: ['NEWCOIN'] }
  await Promise.all(Array.from({ length: 5 }, () => fillReferenceTables(database.db, names)))
  const { rows } = await sql`select id from assets where id = 'NEWCOIN'`.execute(database.db)
  expect(rows).toHaveLength(1)
})
