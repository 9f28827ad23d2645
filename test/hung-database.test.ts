import { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import type { Payment } from '#shared/api.ts'
import { atoms, parseAmount } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { openSwitch, type NetworkSwitch } from './failover/network-switch.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { order, railOpen, solveCaptcha, orderWithPass } from './shop-client.ts'
import { until } from './until.ts'

const CODE = 'ABC123'
const ANSWERED_WITHIN_MS = 15_000
const WORKS_AGAIN_WITHIN_MS = 20_000

let database: TestDatabase
let network: NetworkSwitch
let mail: MailServer
const shops: ServedShop[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  ;[network, mail] = await Promise.all([openSwitch(Number(new URL(database.url).port)), startMailServer()])
})
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.kill()))
  await network.close()
  await Promise.all([mail.close(), database.close()])
})

/** @param port of the database as this process reaches it. */
async function serve(port: number): Promise<ServedShop> {
  const url = new URL(database.url)
  url.port = String(port)
  const shop = await serveShop({
    DATABASE_URL: url.href,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_CAPTCHA_CODE: CODE,
    KEYHOLD_LIMITS: 'off',
    KEYHOLD_SMTP_URL: mail.url,
    KEYHOLD_MAIL_FROM: 'shop@keyhold.example',
  })
  shops.push(shop)
  await railOpen(shop.url, 'bitcoin')
  return shop
}

const wish = (name: string) => ({
  network: 'bitcoin' as const,
  edition: 'standard' as const,
  quantity: 1,
  email: `${name}@example.com`,
  idempotencyKey: `hung-database-${name}`,
})

async function pay({ paymentAddress, cryptoAmount }: Payment): Promise<void> {
  await createSimChain({ db: database.db, chain: 'bitcoin', clock: systemClock }).pay({
    address: paymentAddress,
    asset: railOf('bitcoin').asset,
    atoms: atoms(parseAmount(cryptoAmount, 8)),
    isGenuine: true,
  })
}

const keysMailedTo = (name: string) =>
  until(() => mail.mailsTo(`${name}@example.com`).length === 2, { what: 'the mail with the keys' })

/** Tries until an order is made, as a page does. */
async function orderAtLast(shop: ServedShop, name: string): Promise<Payment> {
  for (;;) {
    try {
      return await order(shop.url, CODE, wish(name))
    } catch {
      // refused for now, or without an answer
    }
  }
}

test('a frozen process that serves buyers holds nobody up for long', async () => {
  const frozen = await serve(network.port)
  const shop = await serve(network.port)
  for (let round = 0; round < 2; round += 1) {
    const names = Array.from({ length: 6 }, (_, at) => `round${String(round)}-${String(at)}`)
    const passes = await Promise.all(names.map(() => solveCaptcha(shop.url, CODE)))
    // at a random moment of its transactions
    const held = names
      .slice(0, 3)
      .map((name, at) => orderWithPass(frozen.url, passes[at] ?? '', wish(name)).catch(String))
    await delay(Math.random() * 30)
    kill(frozen.pid, 'SIGSTOP')
    const frozenAt = performance.now()
    for (const name of names.slice(3)) await pay(await orderAtLast(shop, name))
    for (const name of names.slice(3)) await keysMailedTo(name)
    expect(performance.now() - frozenAt).toBeLessThan(WORKS_AGAIN_WITHIN_MS)
    kill(frozen.pid, 'SIGCONT')
    await Promise.all(held)
    await until(async () => (await fetch(`${frozen.url}/health`)).status === 200)
  }
})

test('a silent database: calls are refused in time, pages are served, and all works again by itself', async () => {
  const shop = await serve(network.port)
  const open = await order(shop.url, CODE, wish('before'))
  const passes = await Promise.all(Array.from({ length: 12 }, () => solveCaptcha(shop.url, CODE)))
  network.silence()
  const calls = passes.map(async (pass, at) => {
    const began = performance.now()
    const refused = await orderWithPass(shop.url, pass, wish(`during${String(at)}`)).catch(String)
    return { refused, ms: performance.now() - began }
  })
  for (const path of ['/', '/?lang=ar', '/legal/terms', '/credits', '/sign-in'])
    expect((await fetch(shop.url + path)).status).toBe(200)
  for (const { refused, ms } of await Promise.all(calls)) {
    expect(refused).toContain('503 UNAVAILABLE')
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS)
  }
  const rails = await fetch(`${shop.url}/data/rails`)
  expect([rails.status, Number(rails.headers.get('retry-after'))]).toEqual([503, expect.any(Number)])
  await pay(open)

  network.pass()
  const passedAt = performance.now()
  const after = await orderAtLast(shop, 'after')
  await pay(after)
  await keysMailedTo('before')
  await keysMailedTo('after')
  await until(async () => (await fetch(`${shop.url}/health`)).status === 200)
  expect(performance.now() - passedAt).toBeLessThan(WORKS_AGAIN_WITHIN_MS)
})
