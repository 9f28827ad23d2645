import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openEditionFiles } from '#server/edition-files/edition-files.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { createListener } from '#server/db/listener.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { openKeyCipher } from '#server/keys/open-key-cipher.ts'
import { describeBuyerOrder } from '#server/order-page/describe-buyer-order.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { isOrderSecret, orderSecretFor } from '#server/secrets/order-secret.ts'
import { parseSecret, secretIdOf } from '#server/secrets/secret-file.ts'
import { accountFixture, makePerson, openBrowser, PASSWORD } from '#test/account-fixture.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TEST_CIPHER, TEST_SECRET, TEST_SECRET_SOURCE, TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { orderDeps } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { totpCode } from '#test/totp-code.ts'
import { keyholdText } from '#test/keyhold.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const outcome = readSettings({})
if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
const { settings } = outcome

let folder: string
const database = useTestDatabase({ isFreshPerTest: true })
beforeEach(async () => {
  folder = temporaryFolder()
  await stampInstallation(database.db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
})

/** @param secret without one, those of the data folder are used, which is empty at first. */
function run(words: readonly string[], secret?: string, url = database.url) {
  const own = secret === undefined ? {} : { KEYHOLD_SECRET: secret }
  return keyholdText(words, { DATABASE_URL: url, KEYHOLD_DATA: folder, ...own })
}

async function newSecret(): Promise<Uint8Array> {
  const secret = parseSecret((await readFile(join(folder, 'installation-secret'), 'utf8')).trim())
  if (secret === null) throw new Error('expected a secret in the data folder')
  return secret
}

const keysBy = async (status: string) =>
  Number(
    (
      await database.db
        .selectFrom('game_keys')
        .select((q) => q.fn.countAll().as('count'))
        .where('status', '=', status)
        .executeTakeFirstOrThrow()
    ).count,
  )

test('a shop whose secret is lost goes on with a new one: orders stay, unreadable keys are set aside', async () => {
  const { db } = database
  const mailed = await placePaidOrder(orderDeps(db, systemClock))
  await sql`update mails set sent_at = now()`.execute(db)
  const unmailed = await placePaidOrder(orderDeps(db, systemClock))
  await addNewKeys(db, TEST_CIPHER, 'standard', 3)
  const waiting = await placePaidOrder(orderDeps(db, systemClock), { quantity: 9, hasStock: false })
  expect(waiting.delivered_at).toBe(null)

  expect((await run(['stock'])).text).toContain('"secret abandon" says what is lost with it')
  const plan = await run(['secret', 'abandon'])
  expect(plan.status).toBe(1)
  expect(plan.text).toContain('3 unsold keys of edition standard, which are retired')
  expect(plan.text).toContain(`the keys of order ${unmailed.id}, which were not mailed`)
  expect(plan.text).not.toContain(mailed.id)
  expect(plan.text).toContain('nothing was changed')
  expect(await keysBy('retired')).toBe(0)

  expect(await run(['secret', 'abandon', '--yes'], TEST_SECRET_TEXT)).toMatchObject({
    status: 1,
    text: expect.stringContaining('the secret of this installation is there') as string,
  })
  const done = await run(['secret', 'abandon', '--yes'])
  expect(done.status).toBe(0)
  const secret = await newSecret()
  expect(done.text).toContain(`the secret ${secretIdOf(secret)}, in ${folder}`)
  expect(await keysBy('retired')).toBe(3)
  expect((await run(['secret', 'abandon', '--yes'])).text).toContain('nothing is lost')

  // the links in mails still open the orders, whose pages show all but the keys
  expect(isOrderSecret(secret, mailed, orderSecretFor(TEST_SECRET, mailed.id))).toBe(true)
  const keyCipher = await openKeyCipher(db, secret, { dataFolder: folder, secrets: [] })
  const page = await describeBuyerOrder(db, mailed, {
    keyCipher,
    secret,
    editionFiles: openEditionFiles([], () => []),
    recordHandOut: () => Promise.resolve(),
    hasSecret: true,
    explorers: settings,
    releaseAt: systemClock(),
    now: systemClock(),
  })
  expect(page).toMatchObject({ email: mailed.user_email, keys: [], payment: { status: 'confirmed' } })

  // new keys are sold, the order that waited first
  const deps = { ...orderDeps(db, systemClock), keyCipher, secret }
  await addNewKeys(db, keyCipher, 'standard', 12)
  await deliverOrder(deps, waiting.id)
  expect((await findPayment(db, waiting.id))?.delivered_at).not.toBe(null)
  expect((await run(['check', '--quick'])).text).not.toMatch(/fault +keys/)
  // that those keys cannot be read is no fault of a backup either
  const backup = join(folder, 'shop.backup')
  expect((await run(['backup', backup])).status).toBe(0)
  expect(await run(['backup', 'verify', backup])).toMatchObject({
    status: 0,
    text: expect.stringContaining('can be restored') as string,
  })
})

test('a backup whose secret is lost is restored without it, and the recovery goes on with a new one', async () => {
  const { db } = database
  const sold = await placePaidOrder(orderDeps(db, systemClock))
  await addNewKeys(db, TEST_CIPHER, 'standard', 3)
  const backup = join(folder, 'shop.backup')
  expect((await run(['backup', backup], TEST_SECRET_TEXT)).status).toBe(0)
  const target = await createEmptyDatabase()
  const there = (...words: string[]) => run(words, undefined, target.url)

  expect(await there('restore', backup)).toMatchObject({
    status: 1,
    text: expect.stringContaining('--without-secret') as string,
  })
  const restored = await there('restore', backup, '--without-secret')
  expect(restored).toMatchObject({ status: 0, text: expect.stringContaining('"secret abandon"') as string })
  expect((await there('secret', 'abandon')).text).toContain('3 unsold keys of edition standard')
  expect((await there('secret', 'abandon', '--yes')).status).toBe(0)
  const { text } = await there('restore', '--resume')
  expect(text).toMatch(/recovery of .*; finished/)
  expect(await findPayment(target.db, sold.id)).toMatchObject({ status: 'confirmed' })
  await target.close()
})

test('second factors and sessions end with the secret, and passwords stay', async () => {
  const before = await accountFixture(database.db, { secret: TEST_SECRET })
  await makePerson(database.db, 'owner@example.com', 'owner')
  const browser = openBrowser(before.app)
  await browser.signIn('owner@example.com')
  const { totpUri } = (await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })).json<{
    totpUri: string
  }>()
  const code = totpCode(new URL(totpUri).searchParams.get('secret') ?? '', Date.now())
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code })
  const id = await makePerson(database.db, 'passkey@example.com', 'manager')
  await database.db
    .insertInto('user_passkeys')
    .values({
      ...{ user_id: id, name: 'Laptop', credential_id: 'AAAA', public_key: 'AAAA' },
      ...{ counter: 0n, device_type: 'singleDevice', backed_up: false },
    })
    .execute()
  expect((await run(['secret', 'abandon'])).text).toContain('the second factors of 1 accounts')
  expect((await run(['secret', 'abandon', '--yes'])).status).toBe(0)

  const after = await accountFixture(database.db, { secret: await newSecret() })
  const returning = openBrowser(after.app)
  for (const [name, value] of browser.cookies) returning.cookies.set(name, value)
  expect((await returning.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  const signedIn = (await openBrowser(after.app).signIn('owner@example.com')).json<object>()
  expect(signedIn).not.toMatchObject({ secondFactor: true })
  // a passkey was sealed with nothing
  const other = (await openBrowser(after.app).signIn('passkey@example.com')).json<object>()
  expect(other).toMatchObject({ secondFactor: true })
  await Promise.all([before.app.close(), after.app.close()])
})

test('nothing changes while a shop runs', async () => {
  const listener = createListener({ url: database.url, log: createLog({ level: 'silent' }) })
  await listener.start()
  const { status, text } = await run(['secret', 'abandon', '--yes'])
  expect({ status, text: text.split('\n').at(-1) }).toEqual({
    status: 1,
    text: 'a shop uses this database: stop it first; nothing was changed',
  })
  await listener.stop()
  const { secret_id } = await database.db
    .selectFrom('installation')
    .select('secret_id')
    .executeTakeFirstOrThrow()
  expect(secret_id).toBe(secretIdOf(TEST_SECRET))
})
