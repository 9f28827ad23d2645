import { describe, expect, test } from 'vitest'
import { insertTransfer } from '#test/insert-transfer.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { keyRow } from '#test/insert-key.ts'

// What the schema rejects, independent of the code.
const NOW = new Date('2026-11-20T12:05:00Z')
const LATER = new Date('2126-11-20T12:20:00Z')
const database = useTestDatabase()
let made = 0

describe('a key', () => {
  test('is unique', async () => {
    const text = await freshKey()
    await expect(insertKey(text)).rejects.toMatchObject({ code: '23505', constraint: 'keys_once' })
  })

  test.each([
    ['without its ciphertext', { sealed_key: null }],
    ['without its hashes', { key_hash: null, last_group_hash: null }],
    ['without anything', { sealed_key: null, sealed_with: null, key_hash: null, last_group_hash: null }],
    ['with text in place of a ciphertext', { sealed_key: Buffer.from('ABCD-EFGH-JKLM-NPQR') }],
    ['with text in place of its hash', { key_hash: Buffer.from('ABCD-EFGH-JKLM-NPQR') }],
  ])('is never stored %s', async (_what, values) => {
    const row = { ...keyRow('NONE-NONE'), ...values }
    await expect(database.db.insertInto('game_keys').values(row).execute()).rejects.toMatchObject({
      code: '23514',
    })
  })

  test('is never stored as text beside its row, and is sealed only with a secret the database knows', async () => {
    const row = keyRow('LOST-SECRET')
    const unknown = { ...row, sealed_with: '0123456789abcdef' }
    await expect(database.db.insertInto('game_keys').values(unknown).execute()).rejects.toMatchObject({
      constraint: 'game_keys_sealed_with_fkey',
    })
    await database.db.insertInto('game_keys').values(row).execute()
    const plain = { id: row.id, game_key: 'LOST-SECRET' }
    await expect(database.db.insertInto('plain_keys').values(plain).execute()).rejects.toMatchObject({
      constraint: 'plain_keys_take_no_more',
    })
  })

  test('is assigned to a paid order, once, in its line', async () => {
    const payment = await paidOrder()
    await expect(handOut(await freshKey(), payment, 1, 2)).resolves.toBeDefined()
    await expect(handOut(await freshKey(), payment, 2, 2)).resolves.toBeDefined()
    await expect(handOut(await freshKey(), payment, 2, 2)).rejects.toMatchObject({
      constraint: 'keys_line_once',
    })
  })

  test('is never assigned to an order that is not paid', async () => {
    const payment = await insertPayment(database.db, { quantity: 2 })
    await expect(handOut(await freshKey(), payment, 1, 2)).rejects.toMatchObject({
      constraint: 'keys_of_a_paid_order',
    })
  })

  test('is never assigned beyond the bought quantity', async () => {
    const payment = await paidOrder()
    await expect(handOut(await freshKey(), payment, 3, 2)).rejects.toMatchObject({
      constraint: 'keys_line_within_quantity',
    })
    await expect(handOut(await freshKey(), payment, 3, 3)).rejects.toMatchObject({
      constraint: 'keys_of_a_paid_order',
    })
  })

  test('of one edition is never assigned to an order of the other', async () => {
    const payment = await paidOrder()
    await expect(handOut(await freshKey('supporter'), payment, 1, 2)).rejects.toMatchObject({
      constraint: 'keys_of_a_paid_order',
    })
  })

  test('that is delivered stays with its order', async () => {
    const [mine, other] = [await paidOrder(), await paidOrder()]
    const key = await freshKey()
    await handOut(key, mine, 1, 2)
    await expect(handOut(key, other, 1, 2)).rejects.toMatchObject({ code: '23001' })
    await expect(
      change(key, { payment_id: null, line_no: null, quantity: null, handed_at: null }),
    ).rejects.toMatchObject({ code: '23001' })
    await expect(change(key, { key_hash: TEST_CIPHER.hashKey('OTHER-OTHER') })).rejects.toMatchObject({
      code: '23001',
    })
    await expect(remove(key)).rejects.toMatchObject({ code: '23001' })
    const undo = database.db.updateTable('payments').set({ delivered_at: null }).where('id', '=', mine)
    await expect(undo.execute()).rejects.toMatchObject({ constraint: 'keys_of_a_paid_order' })
    const erase = database.db.deleteFrom('payments').where('id', '=', mine)
    await expect(erase.execute()).rejects.toMatchObject({ constraint: 'keys_of_a_paid_order' })
  })

  test('that is held cannot be deleted during the hold, and is never held and used at the same time', async () => {
    const payment = await paidOrder()
    const key = await freshKey()
    await change(key, { held_for: payment, held_until: LATER })
    await expect(remove(key)).rejects.toMatchObject({ code: '23001' })
    await expect(handOut(key, payment, 1, 2)).rejects.toMatchObject({ constraint: 'keys_held_or_used' })
    await change(key, { held_for: payment, held_until: new Date(0) })
    await expect(remove(key)).resolves.toBeDefined()
  })

  test('that is free can be deleted', async () => {
    await expect(remove(await freshKey())).resolves.toBeDefined()
  })
})

describe('a payment', () => {
  test('has a unique address and index', async () => {
    await insertPayment(database.db, { payment_address: 'bc1qonce', derivation_index: 900_000 })
    await expect(insertPayment(database.db, { payment_address: 'bc1qonce' })).rejects.toMatchObject({
      constraint: 'payments_address_is_its_own',
    })
    await expect(insertPayment(database.db, { derivation_index: 900_000 })).rejects.toMatchObject({
      constraint: 'payments_index_is_its_own',
    })
  })

  test('has a unique idempotency key', async () => {
    await insertPayment(database.db, { idempotency_key: 'twice-twice' })
    await expect(insertPayment(database.db, { idempotency_key: 'twice-twice' })).rejects.toMatchObject({
      constraint: 'payments_idempotency',
    })
  })

  test.each([
    ['USDT on bitcoin', { crypto_type: 'usdt' }, 'payments_rail_is_known'],
    ['bitcoin on Tron', { crypto_network: 'trc20' }, 'payments_rail_is_known'],
    ['nothing to pay', { due_atoms: 0n }, 'payments_due_atoms_check'],
    ['no copies', { quantity: 0 }, 'payments_quantity_check'],
    ['101 copies', { quantity: 101 }, 'payments_quantity_check'],
    ['another edition', { edition: 'deluxe' }, 'payments_edition_is_known'],
    ['another status', { status: 'paid' }, 'payments_status_check'],
    ['a confirmation without its time', { status: 'confirmed' }, 'payments_confirmed_has_time'],
    ['an e-mail erased without its time', { user_email: null }, 'payments_personal'],
  ] as const)('is never %s', async (_what, values, constraint) => {
    await expect(insertPayment(database.db, values)).rejects.toMatchObject({ constraint })
  })
})

test('an output of a transaction counts once', async () => {
  const payment = await insertPayment(database.db)
  const output = () => insertTransfer(database.db, { payment_id: payment, address: 'bc1qtest', seen_at: NOW })
  await output()
  await expect(output()).rejects.toMatchObject({ constraint: 'transfers_pkey' })
})

async function paidOrder(): Promise<string> {
  return insertPayment(database.db, {
    quantity: 2,
    status: 'confirmed',
    confirmed_at: NOW,
    delivered_at: NOW,
  })
}

async function freshKey(edition = 'standard'): Promise<string> {
  made += 1
  const text = `TEST-${String(made).padStart(4, '0')}`
  await insertKey(text, edition)
  return text
}

function insertKey(text: string, edition = 'standard') {
  return database.db.insertInto('game_keys').values(keyRow(text, edition)).execute()
}

function handOut(key: string, payment: string, line: number, quantity: number) {
  return change(key, { payment_id: payment, line_no: line, quantity, handed_at: NOW })
}

function change(key: string, values: object) {
  return database.db
    .updateTable('game_keys')
    .set(values)
    .where('key_hash', '=', TEST_CIPHER.hashKey(key))
    .execute()
}

function remove(key: string) {
  return database.db.deleteFrom('game_keys').where('key_hash', '=', TEST_CIPHER.hashKey(key)).execute()
}
