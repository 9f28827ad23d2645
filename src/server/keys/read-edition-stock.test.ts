import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { addNewKeys } from './generate-keys.ts'
import { readEditionStock } from './read-edition-stock.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const NOW = new Date('2025-10-01T12:00:00Z')
const MINUTE_MS = 60_000
const EDITIONS = [
  { id: 'standard', priceCents: cents(6399), stock: 'reserve' },
  { id: 'supporter', priceCents: cents(11999), stock: 'backorder' },
] as const

const database = useTestDatabase({ isFreshPerTest: true })

async function isSoldOut(): Promise<boolean[]> {
  return (await readEditionStock(database.db, EDITIONS, NOW)).map(({ sold_out }) => sold_out)
}

const change = (to: object) => database.db.updateTable('game_keys').set(to).execute()

test('without keys an edition that reserves is sold out, one that takes backorders is not', async () => {
  expect(await isSoldOut()).toEqual([true, false])
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  expect(await isSoldOut()).toEqual([false, false])
})

test('the last key is unavailable while it is held, and available after the hold', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const inAMinute = new Date(NOW.getTime() + MINUTE_MS)
  const held_for = await insertPayment(database.db, { expires_at: inAMinute })
  await change({ held_for, held_until: inAMinute })
  expect(await isSoldOut()).toEqual([true, false])
  const aMinuteAgo = new Date(NOW.getTime() - MINUTE_MS)
  await change({ held_until: aMinuteAgo })
  await database.db.updateTable('payments').set({ expires_at: aMinuteAgo }).execute()
  expect(await isSoldOut()).toEqual([false, false])
})

test('keys that are promised to an open order without being held are unavailable', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 7)
  const expires_at = new Date(NOW.getTime() + MINUTE_MS)
  await insertPayment(database.db, { quantity: 6, expires_at })
  expect(await isSoldOut()).toEqual([false, false])
  await insertPayment(database.db, { expires_at })
  expect(await isSoldOut()).toEqual([true, false])
})

test('a key that was given back is never sold again', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  await change({ retired_at: NOW })
  expect(await isSoldOut()).toEqual([true, false])
})
