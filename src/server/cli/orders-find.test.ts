import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE, TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { orderDeps } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { keyhold } from '#test/keyhold.ts'

const database = useTestDatabase()
let sold: PaymentRecord
beforeAll(async () => {
  await stampInstallation(database.db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
  sold = await placePaidOrder(orderDeps(database.db, systemClock))
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
})

const environment = () => ({
  DATABASE_URL: database.url,
  KEYHOLD_SECRET: TEST_SECRET_TEXT,
  KEYHOLD_DATA: '/nonexistent',
})

const run = (...words: string[]) => keyhold(words, { DATABASE_URL: database.url })

async function soldKey(): Promise<string> {
  const shown = await run('export', 'keys')
  const line = shown.out.find((one) => one.includes(sold.id))
  return line?.split(',')[0] ?? ''
}

describe('orders find', () => {
  test('finds an order by everything that a buyer may name', async () => {
    const { rows } = await sql<{ hash: string }>`select tx_hash as hash from transfers`.execute(database.db)
    const key = await soldKey()
    const email = sold.user_email ?? ''
    const texts = [
      sold.id,
      sold.id.slice(0, 8),
      email,
      rows[0]?.hash ?? '',
      sold.payment_address,
      key,
      key.split('-').at(-1) ?? '',
    ]
    for (const text of texts) {
      const { status, out } = await run('orders', 'find', text)
      expect([status, out.length, out[0]?.split('\t')[0]]).toEqual([0, 1, sold.id])
      expect(out[0]).toContain('\tconfirmed\t1 standard\t63.99 USD\t')
      expect(out[0]).not.toContain(email)
      expect(out[0]).not.toContain(key)
    }
  })

  test('fails if there is none, and is called wrongly without a text', async () => {
    expect(await run('orders', 'find', 'nobody@example.com')).toEqual({
      status: 1,
      out: [],
      said: ['no order was found'],
    })
    expect((await run('orders', 'find')).status).toBe(2)
  })
})

test('stock prints the keys of each edition and how long they last', async () => {
  const { status, out } = await run('stock')
  expect(status).toBe(0)
  expect(out[0]).toBe('edition\tfree\tpromised\tsold\telsewhere\tretired\twaiting\tdays_left')
  // one was sold in the week: 20 last 140 days
  expect(out).toContain('standard\t20\t0\t1\t0\t0\t0\t140')
  expect(out).toContain('supporter\t0\t0\t0\t0\t0\t0\t-')
})

test('the first word of commands lists them', async () => {
  const { status, out, said } = await run('keys')
  expect([status, out]).toEqual([2, []])
  expect(said.join('\n')).toContain('  keys import FILE|-')
  expect(said.join('\n')).toContain('  keys generate EDITION N')
  expect(said.join('\n')).not.toContain('export')
})

test('an export whose reader ends early ends without an error', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 5_000)
  const child = spawn(process.execPath, ['src/server/main.ts', 'export', 'keys'], {
    env: { PATH: process.env.PATH, ...environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const said = text(child.stderr)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  expect(line).toMatch(/^key,edition,/)
  child.stdout.destroy()
  expect(await said).toBe('')
  expect(await exited).toEqual([0, null])
})
