import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { atoms, parseAmount } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { readKeyRows } from './insert-key.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { keyholdText } from './keyhold.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { order, railOpen } from './shop-client.ts'
import { until } from './until.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CODE = 'ABC123'

let folder: string
let lost: TestDatabase
let target: TestDatabase
let mail: MailServer
let shop: ServedShop | null = null
beforeEach(async () => {
  folder = temporaryFolder()
  ;[lost, target, mail] = await Promise.all([createEmptyDatabase(), createEmptyDatabase(), startMailServer()])
})
afterEach(async () => {
  await shop?.kill()
  await Promise.all([mail.close(), lost.close(), target.close()])
})

const settings = (machine: string, url: string) => ({
  DATABASE_URL: url,
  KEYHOLD_DATA: join(folder, machine),
  KEYHOLD_SECRET: TEST_SECRET_TEXT,
  KEYHOLD_CAPTCHA_CODE: CODE,
  KEYHOLD_LIMITS: 'off',
  KEYHOLD_SMTP_URL: mail.url,
  KEYHOLD_MAIL_FROM: 'shop@keyhold.example',
})

async function run(environment: Readonly<Record<string, string>>, ...words: string[]): Promise<string> {
  const { status, text } = await keyholdText(words, environment)
  expect(status, text).toBe(0)
  return text
}

async function sell(served: ServedShop, database: TestDatabase, name: string): Promise<string> {
  const email = `${name}@example.com`
  const wish = { network: 'bitcoin', edition: 'standard', quantity: 2, email } as const
  const payment = await order(served.url, CODE, { ...wish, idempotencyKey: `lost-machine-${name}` })
  await createSimChain({ db: database.db, chain: 'bitcoin', clock: systemClock }).pay({
    address: payment.paymentAddress,
    asset: railOf('bitcoin').asset,
    atoms: atoms(parseAmount(payment.cryptoAmount, 8)),
    isGenuine: true,
  })
  await until(() => mail.mailsTo(email).length === 2, { what: 'the mail with the keys' })
  return payment.paymentAddress
}

test('after the loss of a machine the record tells which keys were handed out and which addresses given', async () => {
  const records = join(folder, 'elsewhere')
  const backup = join(folder, 'shop.backup')
  const before = { ...settings('lost', lost.url), KEYHOLD_RECORD_TO: records }
  shop = await serveShop(before)
  await railOpen(shop.url, 'bitcoin')
  await sell(shop, lost, 'before')
  await run(before, 'backup', backup)
  const given = [await sell(shop, lost, 'one'), await sell(shop, lost, 'two')]
  await shop.kill()

  const after = { ...settings('new', target.url), KEYHOLD_RECORD_TO: records }
  const restored = await run(after, 'restore', backup)
  expect(restored).toContain('names 4 of the keys set aside as handed out: they are retired')
  expect(
    Number(/bitcoin: the next order gets index \d+, (\d+) are skipped/.exec(restored)?.[1]),
  ).toBeLessThan(300)
  const handedOut = (await readKeyRows(lost.db)).filter(({ payment_id }) => payment_id !== null)
  const listed = await run(after, 'restore', '--list-keys')
  for (const { game_key } of handedOut) expect(listed).not.toContain(game_key)
  expect(await run(after, 'restore', '--release-keys')).toContain('the recovery is finished')

  shop = await serveShop(after)
  await railOpen(shop.url, 'bitcoin')
  expect(given).not.toContain(await sell(shop, target, 'later'))
  const known = new Set(handedOut.map(({ game_key }) => game_key))
  const later = (await readKeyRows(target.db)).filter(
    ({ payment_id, game_key }) => payment_id !== null && known.has(game_key),
  )
  // the two that were sold before the backup
  expect(later).toHaveLength(2)
})
