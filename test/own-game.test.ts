import { randomUUID } from 'node:crypto'
import { Socket } from 'phoenix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EditionStock } from '#shared/visitor-api.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { order, railOpen } from './shop-client.ts'
import { until } from './until.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'

// A shop that sells the game of `test/example-game`, whose standard edition is limited to its keys in stock.
const CODE = 'ABC123'
const PRICE_CENTS = 1999

let database: TestDatabase
let shop: ServedShop
const sockets: Socket[] = []

beforeAll(async () => {
  database = await createEmptyDatabase()
  shop = await serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_GAME: 'test/example-game',
    KEYHOLD_CAPTCHA_CODE: CODE,
    KEYHOLD_LIMITS: 'off',
  })
  await railOpen(shop.url, 'erc20')
})

afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await shop.stop()
  await database.close()
})

const page = async (path: string) => (await fetch(shop.url + path)).text()
const json = async <T>(path: string) => (await (await fetch(shop.url + path)).json()) as T

describe('a shop with a game folder of its own', () => {
  test('shows that game with its prices, in its languages', async () => {
    const english = await page('/')
    expect(english).toContain('<title>Lantern Drift</title>')
    for (const text of ['Deckhand', 'Captain', '$19.99', '$34.50', 'Light the fog', 'Cast off soon']) {
      expect(english).toContain(text)
    }
    const german = await page('/?lang=de')
    for (const text of ['Matrose', 'Kapitän', 'Den Nebel erhellen', 'Jetzt bestellen']) {
      expect(german).toContain(text)
    }
    // in a language without texts of the game, the page is in that language and the game's texts are in English
    const french = await page('/?lang=fr')
    expect(french).toContain('<html lang="fr"')
    expect(french).toContain('Light the fog')
  })

  test('has no section without content, and no link to one', async () => {
    const english = await page('/')
    for (const absent of [
      '#gallery',
      'id="gallery',
      'class="chapter maps',
      'partners-title',
      'is a fictional game',
    ]) {
      expect(english).not.toContain(absent)
    }
    expect(english).toContain('href="#features"')
    expect(english).not.toMatch(/<(ul|ol|section)[^>]*><\/\1>/)
  })

  test('has its own legal texts, seller and prices, and states the language of the texts', async () => {
    const imprint = await page('/legal/imprint')
    expect(imprint).toContain('Harbour Light Games')
    expect(imprint).not.toContain('VAT number')
    expect(imprint).not.toContain('Sample texts')
    expect(await page('/legal/terms')).toContain('$19.99 or $34.50')
    expect(await page('/legal/privacy?lang=de')).toContain(
      'Dieses Dokument ist nicht in Ihre Sprache übersetzt.',
    )
  })

  test('does not name the default game in pages, calls or mails', async () => {
    const id = await paidOrder()
    await until(async () => (await mails()).includes(id), {
      what: 'the mail with the keys',
    })
    const legal = ['/legal/imprint', '/legal/privacy', '/legal/terms?lang=ar']
    const paths = [
      '/',
      '/?lang=ar',
      '/credits',
      ...legal,
      '/nowhere',
      '/demo/wallet',
      '/demo/mail',
      `/order/${id}`,
    ]
    const machine = ['/site.webmanifest', '/sitemap.xml', '/robots.txt', '/openapi.json', '/data/editions']
    for (const path of [...paths, ...machine]) {
      expect([path, /ashen/i.exec(await page(path))]).toEqual([path, null])
    }
    expect(await mails()).toContain('Lantern Drift')
    expect(await mails()).not.toMatch(/ashen/i)
  })
})

test('the last free key makes the edition sold out: in the HTML, on open pages, and for new orders', async () => {
  const lookers = [await listening(), await listening()]
  await keepFree(1)
  expect(await isSoldOut()).toBe(false)
  await orderOne()
  await until(isSoldOut, { what: 'sold out' })
  await until(() => lookers.every(({ heard }) => heard > 0), { what: 'the push to both' })
  await until(async () => /value="standard"[^>]*>Sold out</.test(await page('/')), { what: 'the page' })
  expect(await page('/')).toContain('https://schema.org/SoldOut')
  await expect(orderOne()).rejects.toThrow('OUT_OF_STOCK')

  const heardBefore = lookers.map(({ heard }) => heard)
  const over = { status: 'expired', expires_at: new Date(Date.now() - 1000) }
  await database.db.updateTable('payments').set(over).where('status', '=', 'pending').execute()
  await database.db
    .updateTable('game_keys')
    .set({ held_for: null, held_until: null })
    .where('held_for', 'is not', null)
    .execute()
  await until(async () => !(await isSoldOut()), { what: 'to be had again' })
  await until(() => lookers.every(({ heard }, index) => heard > (heardBefore[index] ?? 0)), {
    what: 'the second push to both',
  })
})

/** Removes the standard edition's free keys except some. */
async function keepFree(count: number): Promise<void> {
  const free = database.db
    .selectFrom('game_keys')
    .select('id')
    .where('game_edition', '=', 'standard')
    .where('payment_id', 'is', null)
    .where('held_for', 'is', null)
    .offset(count)
  await database.db.updateTable('game_keys').set({ retired_at: new Date() }).where('id', 'in', free).execute()
}

async function orderOne(): Promise<string> {
  const wish = { network: 'erc20', edition: 'standard', quantity: 1, unitCents: PRICE_CENTS } as const
  const payment = await order(shop.url, CODE, {
    ...wish,
    email: `${randomUUID()}@buyer.example`,
    idempotencyKey: randomUUID(),
  })
  return payment.id
}

async function paidOrder(): Promise<string> {
  const paymentId = await orderOne()
  const post = (path: string, body: object) =>
    fetch(shop.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await post('/demo/wallet/pay', { paymentId })).status).toBe(200)
  expect((await post('/demo/wallet/mine', { network: 'erc20', blocks: 40 })).status).toBe(200)
  return paymentId
}

const mails = () => page('/demo/mail.json')

async function isSoldOut(): Promise<boolean> {
  const editions = await json<EditionStock[]>('/data/editions')
  expect(editions.find(({ id }) => id === 'supporter')).toMatchObject({ stock: 'backorder', sold_out: false })
  return editions.find(({ id }) => id === 'standard')?.sold_out === true
}

/** A page that subscribes to sold-out editions. */
async function listening(): Promise<{ heard: number }> {
  const looker = { heard: 0 }
  const socket = new Socket(`${shop.url.replace('http', 'ws')}/live`, {
    transport: WebSocket,
  })
  sockets.push(socket)
  socket.connect()
  const channel = socket.channel('editions', {})
  channel.on('changed', () => {
    looker.heard += 1
  })
  await new Promise((resolve, reject) => {
    channel.join().receive('ok', resolve).receive('error', reject).receive('timeout', reject)
  })
  return looker
}
