import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { atoms } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { TEST_CIPHER, TEST_SECRET_TEXT } from './installation-secret.ts'
import { lastRelease } from './last-release.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { buildOnce, serveShop } from './served-shop.ts'
import { order } from './shop-client.ts'
import { until } from './until.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CODE = 'ABC123'
const NETWORKS = ['bitcoin', 'erc20'] as const
const earlier = lastRelease()
if (earlier === null)
  console.warn('SKIPPED: git has no earlier release; the way to this one and back is not tried')

const folder = temporaryFolder()
let database: TestDatabase
let mail: MailServer
/** The same database, by a connection that is not taken for a shop. */
let db: Db
beforeAll(async () => {
  if (earlier === null) return
  buildOnce(process.cwd())
  database = await createEmptyDatabase()
  await database.db.destroy()
  db = openDatabase(`${database.url}?application_name=test`, { max: 2 }).db
  mail = await startMailServer()
})
afterAll(async () => {
  if (earlier === null) return
  await db.destroy()
  await Promise.all([database.close(), mail.close()])
})

const settings = () => ({
  DATABASE_URL: database.url,
  KEYHOLD_DATA: join(folder, 'data'),
  KEYHOLD_SECRET: TEST_SECRET_TEXT,
  KEYHOLD_CAPTCHA_CODE: CODE,
  KEYHOLD_LIMITS: 'off',
  KEYHOLD_CONFIRMATIONS: 'BTC=1,ERC20=1',
  KEYHOLD_SMTP_URL: mail.url,
  KEYHOLD_MAIL_FROM: 'shop@keyhold.example',
})

/** Runs a command of a release, and expects it to succeed. @returns what it said. */
function run(release: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/main.cjs', ...words], {
    cwd: release,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings() },
    encoding: 'utf8',
  })
  expect([words, status, stderr]).toEqual([words, 0, stderr])
  return stdout
}

/** Serves a release while something is done in it. */
async function whileServing(release: string, work: (url: string) => Promise<void>): Promise<void> {
  const shop = await serveShop(settings(), release, () => {
    // both are built by now
  })
  try {
    await work(shop.url)
    await until(
      async () =>
        (await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length === 0,
      { what: 'all mails sent' },
    )
  } finally {
    await shop.stop()
  }
}

async function orderAs(url: string, name: string, at: number): Promise<void> {
  const network = NETWORKS[at % NETWORKS.length] ?? 'bitcoin'
  await until(
    async () => {
      try {
        const wish = { network, edition: 'standard', quantity: 1, email: `${name}@example.com` }
        await order(url, CODE, { ...wish, idempotencyKey: `order-of-${name}` })
        return true
      } catch (error) {
        // until the rail is open
        if (error instanceof Error && /409|503/.test(error.message)) return false
        throw error
      }
    },
    { everyMs: 50, what: `an order of ${name}` },
  )
}

const orderOf = (name: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('user_email', '=', `${name}@example.com`)
    .executeTakeFirstOrThrow()

/** @param share of the amount, in percent. */
async function pay(name: string, share: bigint): Promise<void> {
  const record = await orderOf(name)
  const { chain, asset } = railOf(record.crypto_network as (typeof NETWORKS)[number])
  const sum = atoms((record.due_atoms * share) / 100n)
  await createSimChain({ db, chain, clock: systemClock }).pay({
    address: record.payment_address,
    asset,
    atoms: sum,
    isGenuine: true,
  })
}

async function expectStatus(name: string, status: string): Promise<void> {
  await until(async () => (await orderOf(name)).status === status, {
    what: `the order of ${name} is ${status}`,
  })
}

/** The mails that one release wrote are sent by the other one. */
async function queueAllMailsAgain(): Promise<void> {
  await db.updateTable('mails').set({ sent_at: null, next_attempt_at: new Date() }).execute()
}

/** Each buyer has an address and a key of their own, no key or address was given twice, and every mail was whole. */
async function expectNothingTwice(): Promise<void> {
  const payments = await db.selectFrom('payments').selectAll().execute()
  const sold = await db.selectFrom('game_keys').selectAll().where('is_used', '=', true).execute()
  expect(new Set(payments.map((one) => one.payment_address)).size).toBe(payments.length)
  expect(new Set(sold.map((key) => TEST_CIPHER.open(key))).size).toBe(sold.length)
  const confirmed = payments.filter(({ status }) => status === 'confirmed')
  expect(sold.map((key) => key.payment_id).sort()).toEqual(confirmed.map(({ id }) => id).sort())
  for (const { user_email: to } of confirmed) {
    // for the order and for its keys
    const ids = mail.mailsTo(to ?? '').map(({ messageId }) => messageId)
    expect([to, new Set(ids).size >= 2]).toEqual([to, true])
  }
  expect(mail.mails().filter(({ text, html }) => /undefined/.test(`${text ?? ''}${String(html)}`))).toEqual(
    [],
  )
}

test.skipIf(earlier === null)(
  'orders in every state go on through an update, the way back and a second update',
  async () => {
    const now = process.cwd()
    const before = earlier ?? ''
    await whileServing(before, async (url) => {
      for (const [at, name] of ['paid', 'open', 'short', 'late'].entries()) await orderAs(url, name, at)
      await pay('paid', 100n)
      await pay('short', 50n)
      await expectStatus('paid', 'confirmed')
      await until(async () => (await orderOf('short')).received_atoms > 0n, {
        what: 'half of an order is paid',
      })
      await db
        .updateTable('payments')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('user_email', '=', 'late@example.com')
        .execute()
      await expectStatus('late', 'expired')
    })

    await queueAllMailsAgain()
    expect(run(now, 'update')).toContain('updated; start the shop')
    await whileServing(now, async (url) => {
      await pay('open', 100n)
      await pay('short', 50n)
      await orderAs(url, 'new', 0)
      await orderAs(url, 'unpaid', 1)
      await pay('new', 100n)
      for (const name of ['open', 'short', 'new']) await expectStatus(name, 'confirmed')
    })
    await expectNothingTwice()
    const orders = await db.selectFrom('payments').selectAll().orderBy('id').execute()

    await queueAllMailsAgain()
    expect(run(now, 'update', '--back')).toContain('ready for the earlier release, with all orders')
    const kept: readonly object[] = await db.selectFrom('payments').selectAll().orderBy('id').execute()
    const columns = new Set(Object.keys(kept[0] ?? {}))
    const known = (order: object) =>
      Object.fromEntries(Object.entries(order).filter(([name]) => columns.has(name)))
    expect(columns.size).toBeGreaterThan(50)
    expect(kept).toEqual(orders.map(known))
    await whileServing(before, async (url) => {
      expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ready: true })
      await pay('unpaid', 100n)
      await pay('late', 100n)
      await orderAs(url, 'back', 0)
      await pay('back', 100n)
      for (const name of ['unpaid', 'late', 'back']) await expectStatus(name, 'confirmed')
    })
    await expectNothingTwice()
    // its own schema, whole: it can restore what it backs up
    run(before, 'backup', join(folder, 'back.backup'))
    expect(run(before, 'backup', 'verify', join(folder, 'back.backup'))).toContain('can be restored')

    await queueAllMailsAgain()
    expect(run(now, 'update')).toContain('updated; start the shop')
    await whileServing(now, async (url) => {
      await orderAs(url, 'again', 1)
      await pay('again', 100n)
      await expectStatus('again', 'confirmed')
    })
    await expectNothingTwice()
    expect(await db.selectFrom('recoveries').select('id').execute()).toEqual([])
  },
)
