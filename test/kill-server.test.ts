import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { atoms } from '#shared/money.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { NETWORKS, offeredRails, railOf } from '#shared/rails.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { startMailServer } from './mail-server.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { order } from './shop-client.ts'
import { until } from './until.ts'
import { TEST_CIPHER, TEST_SECRET_TEXT } from './installation-secret.ts'

const ORDERS = 80
const BUYERS_AT_ONCE = 2
const KILLS = 6
const CODE = 'ABC123'
/** What a shop without KEYHOLD_EXTRA_RAILS sells for: an order on another rail would be refused for ever. */
const OFFERED = offeredRails([])

// holds I1, I3
test('a server killed at random moments loses no paid order, delivers no key twice and mails each order once', async () => {
  const database = await createTestDatabase()
  const mail = await startMailServer()
  const settings = {
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_CAPTCHA_CODE: CODE,
    KEYHOLD_LIMITS: 'off',
    KEYHOLD_CONFIRMATIONS: 'BTC=1,ETH=1,ERC20=1,TRC20=1,BEP20=1',
    KEYHOLD_SMTP_URL: mail.url,
    KEYHOLD_MAIL_FROM: 'shop@keyhold.example',
  }
  let shop: ServedShop = await serveShop(settings)
  let kills = 0
  const killer = async () => {
    for (; kills < KILLS; kills++) {
      await delay(randomInt(100, 1_500)) // the moment is random on purpose: nothing is awaited
      await shop.kill()
      shop = await serveShop(settings)
    }
  }
  const killing = killer()
  try {
    const wishes = Array.from({ length: ORDERS }, (_, index) => wishOf(index))
    await Promise.all(
      Array.from({ length: BUYERS_AT_ONCE }, async () => {
        for (let wish = wishes.pop(); wish !== undefined; wish = wishes.pop()) {
          await orderThrough(() => shop.url, wish)
          await payOnChain(database, wish.idempotencyKey)
        }
      }),
    )
    await killing
    await allConfirmed(database)
    await allMailed(database)
  } finally {
    await killing.catch(() => undefined)
    await shop.stop()
    await mail.close()
  }
  expect(kills).toBe(KILLS)
  await proveKeys(database)
  // at least once, with the same Message-ID: a kill between acceptance and our record repeats the mail
  // two each: for the order and for its keys
  expect(new Set(mail.mails().map((one) => one.messageId)).size).toBe(2 * ORDERS)
  for (let index = 0; index < ORDERS; index++) {
    const names = mail.mailsTo(emailOf(index)).map((one) => one.messageId)
    expect(new Set(names).size).toBe(2)
  }
  await database.close()
})

const emailOf = (index: number) => `buyer${String(index)}@example.com`

function wishOf(index: number) {
  const network = OFFERED[index % OFFERED.length]?.network ?? 'bitcoin'
  const isPair = index % 7 === 0
  return {
    network,
    edition: isPair ? 'supporter' : 'standard',
    quantity: isPair ? 2 : 1,
    email: emailOf(index),
    idempotencyKey: `kill-test-${String(index)}`,
  } as const
}

/** A page that cannot reach the shop retries with the same idempotency key. */
async function orderThrough(url: () => string, wish: ReturnType<typeof wishOf>): Promise<void> {
  for (;;) {
    try {
      await order(url(), CODE, wish)
      return
    } catch (error) {
      if (
        error instanceof Error &&
        /RAIL_UNAVAILABLE|fetch failed|JSON|terminated|other side/.test(error.message)
      ) {
        await delay(50)
        continue
      }
      throw error
    }
  }
}

async function payOnChain({ db }: TestDatabase, idempotencyKey: string): Promise<void> {
  const record = await db
    .selectFrom('payments')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow()
  const network = NETWORKS.find((one) => one === record.crypto_network) ?? 'bitcoin'
  const { chain, asset } = railOf(network)
  expect(CHAIN_TABLE[chain].id).toBe(chain)
  await createSimChain({ db, chain, clock: systemClock }).pay({
    address: record.payment_address,
    asset,
    atoms: atoms(record.due_atoms),
    isGenuine: true,
  })
}

async function allConfirmed({ db }: TestDatabase): Promise<void> {
  await until(
    async () => {
      const { count } = await db
        .selectFrom('payments')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('status', '=', 'confirmed')
        .where('delivered_at', 'is not', null)
        .executeTakeFirstOrThrow()
      return count === BigInt(ORDERS)
    },
    { everyMs: 250, what: 'all orders confirmed and delivered' },
  )
}

async function allMailed({ db }: TestDatabase): Promise<void> {
  await until(
    async () =>
      (await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length === 0,
    { everyMs: 250, what: 'all mails sent' },
  )
}

async function proveKeys({ db }: TestDatabase): Promise<void> {
  const payments = await db.selectFrom('payments').selectAll().execute()
  const keys = await db.selectFrom('game_keys').selectAll().where('is_used', '=', true).execute()
  expect(payments).toHaveLength(ORDERS)
  expect(keys).toHaveLength(payments.reduce((total, one) => total + one.quantity, 0))
  expect(new Set(keys.map((key) => TEST_CIPHER.open(key))).size).toBe(keys.length)
  for (const payment of payments) {
    expect(keys.filter((key) => key.payment_id === payment.id)).toHaveLength(payment.quantity)
    expect(payment.received_atoms).toBe(payment.due_atoms)
  }
  const indexes = payments.map((one) => `${one.wallet} ${String(one.derivation_index)}`)
  expect(new Set(indexes).size).toBe(indexes.length)
}
