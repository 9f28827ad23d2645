import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiToken } from '#server/accounts/api-tokens.ts'
import { openDatabase } from '#server/db/database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import type { Payment, RailState } from '#shared/api.ts'
import { atoms, parseAmount } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import { startCluster, type PostgresCluster } from './failover/postgres-cluster.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { makePerson } from './account-fixture.ts'
import { order, post, railOpen } from './shop-client.ts'
import { until } from './until.ts'
import { keyhold } from './keyhold.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CODE = 'ABC123'
const KEY = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/g

let folder: string
let cluster: PostgresCluster
let mail: MailServer
const shops: ServedShop[] = []
beforeEach(async () => {
  folder = temporaryFolder()
  ;[cluster, mail] = await Promise.all([startCluster({ replication: 'asynchronous' }), startMailServer()])
})
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.kill()))
  await Promise.all([cluster.stop(), mail.close()])
})

const settingsOf = (name: string, url: string) => ({
  DATABASE_URL: url,
  KEYHOLD_DATA: join(folder, name),
  KEYHOLD_SECRET: TEST_SECRET_TEXT,
  KEYHOLD_CAPTCHA_CODE: CODE,
  KEYHOLD_LIMITS: 'off',
  KEYHOLD_SMTP_URL: mail.url,
  KEYHOLD_MAIL_FROM: 'shop@keyhold.example',
})

async function serve(name: string, url = cluster.url): Promise<ServedShop> {
  const shop = await serveShop(settingsOf(name, url))
  shops.push(shop)
  await railOpen(shop.url, 'bitcoin')
  return shop
}

/** Orders one copy, pays it, and waits for its keys. */
async function buy(shop: ServedShop, name: string): Promise<Payment> {
  const email = `${name}@example.com`
  const wish = {
    network: 'bitcoin',
    edition: 'standard',
    quantity: 1,
    email,
    idempotencyKey: `lossy-${name}`,
  } as const
  const payment = await order(shop.url, CODE, wish)
  const { db, close } = openDatabase(cluster.primary.url, { max: 1 })
  await createSimChain({ db, chain: 'bitcoin', clock: systemClock }).pay({
    address: payment.paymentAddress,
    asset: railOf('bitcoin').asset,
    atoms: atoms(parseAmount(payment.cryptoAmount, 8)),
    isGenuine: true,
  })
  await close()
  await until(() => mail.mailsTo(email).length === 2, { what: 'the mail with the keys' })
  return payment
}

const mailedKeys = () => mail.mails().flatMap(({ text }) => [...new Set((text ?? '').match(KEY))])

async function fail(): Promise<void> {
  await cluster.primary.kill()
  await cluster.promote()
}

async function railsOf({ url }: ServedShop): Promise<readonly RailState[] | null> {
  const reply = await fetch(`${url}/data/rails`)
  return reply.ok ? ((await reply.json()) as readonly RailState[]) : null
}

/** Creates a token of a program that sells elsewhere. */
async function tokenOf(url: string): Promise<string> {
  const { db, close } = openDatabase(url, { max: 1 })
  const actorId = await makePerson(db, 'owner@example.com', 'owner')
  const wish = { action: 'create', label: 'card', scopes: ['orders:external'], days: 1 } as const
  const token = await createApiToken(db, { ...wish, scopes: [...wish.scopes] }, { actorId, now: new Date() })
  await close()
  return token
}

const isClosedFor = async (shop: ServedShop, reason: string) =>
  (await railsOf(shop))?.every((rail) => rail.reason === reason) === true

// holds I10
test('a standby that lacks orders is promoted while two processes sell: both stop, and no key and no address is used again', async () => {
  const [one, other] = [await serve('one'), await serve('other')]
  const told = [await buy(one, 'before')]
  await cluster.standbyHas()
  cluster.replication.silence()
  for (const name of ['lost1', 'lost2', 'lost3']) told.push(await buy(name === 'lost2' ? other : one, name))
  const keysBefore = mailedKeys()
  expect(new Set(keysBefore).size).toBe(4)
  await fail()

  for (const shop of [one, other])
    await until(() => isClosedFor(shop, 'restored'), { what: 'a shop that takes no orders' })
  expect(await cluster.primary.query('select cause, finished_at from recoveries')).toEqual([
    { cause: 'older', finished_at: null },
  ])
  expect(await cluster.primary.query('select kind from alerts where closed_at is null')).toContainEqual({
    kind: 'recovery',
  })
  const health = (await (await fetch(`${one.url}/health`)).json()) as { ready: boolean }
  expect(health.ready).toBe(false)
  await expect(buy(other, 'refused')).rejects.toThrow('RAIL_UNAVAILABLE')

  // as after a restore, while the shop runs
  const settings = settingsOf('one', cluster.url)
  expect((await keyhold(['restore', '--resume'], settings)).status).toBe(0)
  expect(
    (await keyhold(['restore', '--keys-sent', '-'], settings, keysBefore.join('\n'))).out.join(),
  ).toContain('3 keys were sent')
  expect((await keyhold(['restore', '--release-keys'], settings)).out.join()).toContain(
    'the recovery is finished',
  )
  for (const shop of [one, other]) {
    await railOpen(shop.url, 'bitcoin')
    told.push(await buy(shop, `after-${shop === one ? 'one' : 'other'}`))
  }
  expect(new Set(mailedKeys()).size).toBe(6)
  expect(new Set(told.map(({ paymentAddress }) => paymentAddress)).size).toBe(6)
})

// holds I10
test('a standby that lacks nothing but a sale made elsewhere is promoted: the shop stops, and its key is not sold again', async () => {
  const shop = await serve('one')
  const token = await tokenOf(cluster.primary.url)
  await buy(shop, 'before')
  await cluster.standbyHas()
  cluster.replication.silence()
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'sold-elsewhere' }
  const body = {
    edition: 'standard',
    quantity: 1,
    email: 'card@example.com',
    reference: 'cs_1',
    language: 'en',
  }
  const sold = await post(shop.url, '/api/v1/orders/external', body, headers)
  expect(sold.status).toBe(200)
  await until(() => mail.mailsTo('card@example.com').length === 1, { what: 'the mail with the key' })
  const keys = mailedKeys()
  expect(new Set(keys).size).toBe(2)
  await fail()

  await until(() => isClosedFor(shop, 'restored'), { what: 'a shop that takes no orders' })
  expect(await cluster.primary.query('select from external_orders')).toEqual([])
  const refused = await post(shop.url, '/api/v1/orders/external', { ...body, reference: 'cs_2' }, headers)
  expect([refused.status, (await refused.json()) as object]).toMatchObject([503, { code: 'UNAVAILABLE' }])
  const sent = await keyhold(['restore', '--keys-sent', '-'], settingsOf('one', cluster.url), keys.join('\n'))
  expect(sent.out.join()).toContain('1 keys were sent')
})

test('of two hosts the former primary comes back, and is not sold from', async () => {
  const shop = await serve('one', cluster.bothUrl)
  await buy(shop, 'before')
  await cluster.standbyHas()
  const former = cluster.primary
  await fail()
  await until(async () => (await fetch(`${shop.url}/health`)).status === 200)
  expect(await cluster.primary.query('select from recoveries')).toHaveLength(0)
  await buy(shop, 'after')
  // it takes writes again, on its own timeline
  await former.start()
  await cluster.primary.kill()
  await until(() => isClosedFor(shop, 'restored'), { what: 'a shop that takes no orders' })
  expect(await former.query('select cause from recoveries')).toEqual([{ cause: 'older' }])
})
