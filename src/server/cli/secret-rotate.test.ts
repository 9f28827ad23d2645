import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createListener } from '#server/db/listener.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { openKeyCipher } from '#server/keys/open-key-cipher.ts'
import { createLog } from '#server/runtime/log.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { secretIdOf } from '#server/secrets/secret-file.ts'
import { rotateSecret } from '#server/shop/rotate-secret.ts'
import { accountFixture, makePerson, openBrowser, PASSWORD } from '#test/account-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { orderDeps } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { TEST_CIPHER, TEST_SECRET, TEST_SECRET_SOURCE, TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { totpCode } from '#test/totp-code.ts'
import { keyhold } from '#test/keyhold.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

/** More than two batches. */
const KEYS = 4500
const next = randomBytes(32)
const NEXT_TEXT = next.toString('base64')

let folder: string
const database = useTestDatabase({ isFreshPerTest: true })
beforeEach(() => {
  folder = temporaryFolder()
})

const run = (secret: string, ...words: string[]) =>
  keyhold(words, { DATABASE_URL: database.url, KEYHOLD_SECRET: secret, KEYHOLD_DATA: folder })

/** The keys as the command exports them, in order. */
async function exported(secret: string): Promise<readonly string[]> {
  const { out } = await run(secret, 'export', 'keys')
  return out
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
    .sort()
}

const secretsInUse = async () =>
  (await database.db.selectFrom('game_keys').select('sealed_with').distinct().execute())
    .map((row) => row.sealed_with)
    .sort()

async function sellAndStock(keys = 1): Promise<void> {
  await stampInstallation(database.db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
  await placePaidOrder(orderDeps(database.db, systemClock))
  await addNewKeys(database.db, TEST_CIPHER, 'standard', keys)
}

test('a rotation that was killed goes on; then the old secret opens nothing, and nothing is lost', async () => {
  await sellAndStock(KEYS)
  const before = await exported(TEST_SECRET_TEXT)
  const source = { dataFolder: folder, secrets: [next, TEST_SECRET] }
  const killed = rotateSecret({ db: database.db, secret: TEST_SECRET }, source, new Date(), () => {
    throw new Error('the power is gone')
  })
  await expect(killed).rejects.toThrow('the power is gone')
  expect(await secretsInUse()).toEqual([secretIdOf(next), TEST_CIPHER.secretId].sort())

  const both = `${NEXT_TEXT},${TEST_SECRET_TEXT}`
  expect(await exported(both)).toEqual(before)
  expect((await run(both, 'check')).out.join('\n')).toContain(
    `are still encrypted with the earlier secret ${TEST_CIPHER.secretId}; stop the shop and run "secret rotate"`,
  )
  expect((await run(NEXT_TEXT, 'check')).out.join('\n')).toMatch(
    new RegExp(
      `fault +keys: \\d+ keys, \\d+ of them unsold, cannot be read: .* the secret ${TEST_CIPHER.secretId}`,
    ),
  )
  expect((await run(both, 'secret', 'rotate')).out[0]).toMatch(
    new RegExp(`^\\d+ keys are encrypted with the secret ${secretIdOf(next)}, the first in KEYHOLD_SECRET$`),
  )
  expect(await secretsInUse()).toEqual([secretIdOf(next)])
  expect((await run(both, 'secret', 'rotate')).out.join()).toContain('nothing is left')

  expect(await exported(NEXT_TEXT)).toEqual(before)
  expect((await run(NEXT_TEXT, 'check')).out.join('\n')).toContain(
    `ok      keys: ${String(KEYS + 1)} are encrypted`,
  )
  expect((await run(TEST_SECRET_TEXT, 'export', 'keys')).said.join()).toContain("another installation's")
  // a process that still had the old secret could not add a key with it
  await expect(addNewKeys(database.db, TEST_CIPHER, 'standard', 1)).rejects.toMatchObject({
    constraint: 'game_keys_sealed_with_fkey',
  })
})

test('a key is found and never added twice after a rotation', async () => {
  await sellAndStock()
  const [known = ''] = await exported(TEST_SECRET_TEXT)
  await run(`${NEXT_TEXT},${TEST_SECRET_TEXT}`, 'secret', 'rotate')
  const cipher = await openKeyCipher(database.db, next, { dataFolder: folder, secrets: [next] })
  const place = { id: '00000000-0000-4000-8000-000000000001', game_edition: 'standard' }
  const again = database.db.insertInto('game_keys').values({ ...place, ...cipher.seal(known, place) })
  await expect(again.execute()).rejects.toMatchObject({ constraint: 'keys_once' })
})

test('people keep their second factor, and sign in again with new recovery codes', async () => {
  await stampInstallation(database.db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
  const before = await accountFixture(database.db, { secret: TEST_SECRET })
  await makePerson(database.db, 'owner@example.com', 'owner')
  const browser = openBrowser(before.app)
  await browser.signIn('owner@example.com')
  const { totpUri } = (await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })).json<{
    totpUri: string
  }>()
  const codeAt = (ms: number) => totpCode(new URL(totpUri).searchParams.get('secret') ?? '', ms)
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: codeAt(Date.now()) })
  const { out } = await run(`${NEXT_TEXT},${TEST_SECRET_TEXT}`, 'secret', 'rotate')
  expect(out).toContain('1 accounts need new recovery codes; their second factors stay')
  const after = await accountFixture(database.db, { secret: next })
  const returning = openBrowser(after.app)
  for (const [name, value] of browser.cookies) returning.cookies.set(name, value)
  expect((await returning.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  expect((await returning.signIn('owner@example.com')).json()).toMatchObject({ secondFactor: true })
  const code = codeAt(Date.now() + 30_000)
  expect((await returning.ask('POST', '/auth/two-factor/verify-totp', { code })).statusCode).toBe(200)
  await Promise.all([before.app.close(), after.app.close()])
})

test('without KEYHOLD_SECRET the command writes a new secret before the old one in the file', async () => {
  expect((await run('', 'keys', 'generate', 'standard', '3')).status).toBe(0)
  const path = join(folder, 'installation-secret')
  const old = (await readFile(path, 'utf8')).trim()
  const before = await exported('')
  expect((await run('', 'secret', 'rotate')).status).toBe(0)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  expect(lines).toEqual([expect.stringMatching(/^[\w-]{43}$/), old])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await exported('')).toEqual(before)
  expect(await secretsInUse()).toEqual([secretIdOf(Buffer.from(lines[0] ?? '', 'base64url'))])
})

test('a shop that runs is not left with the old secret: nothing changes until it is stopped', async () => {
  await sellAndStock()
  const listener = createListener({ url: database.url, log: createLog({ level: 'silent' }) })
  await listener.start()
  expect(await run(`${NEXT_TEXT},${TEST_SECRET_TEXT}`, 'secret', 'rotate')).toMatchObject({
    status: 1,
    said: ['a shop uses this database: stop it first; nothing was changed'],
  })
  await listener.stop()
  expect(await secretsInUse()).toEqual([TEST_CIPHER.secretId])
})
