import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createApiToken } from '#server/accounts/api-tokens.ts'
import { createPasswordLink } from '#server/accounts/password-links.ts'
import { authSecret } from '#server/accounts/session-cookie.ts'
import type { Db } from '#server/db/database.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { keysTakenBy } from '#server/keys/take-keys.ts'
import { keysOf } from '#server/keys/claim-keys.ts'
import { writeStoredMail } from '#server/mail/send-mail.ts'
import { sendMail } from './send-one-mail.ts'
import { changeWebhooks } from '#server/webhooks/change-webhooks.ts'
import { isOrderSecret, orderCodeFor, orderSecretFor } from '#server/secrets/order-secret.ts'
import { makePerson, openBrowser, PASSWORD } from './account-fixture.ts'
import { useAccountFixture } from './use-accounts.ts'
import { useTestDatabase } from './use-test-database.ts'
import {
  TEST_CIPHER,
  secretOf,
  TEST_SECRET,
  TEST_SECRET_SOURCE,
  TEST_SECRET_TEXT,
} from './installation-secret.ts'
import { orderDeps } from './order-fixture.ts'
import { placePaidOrder, readOrder } from './refund-fixture.ts'
import { testClock } from './test-clock.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { checkImport } from '#server/keys/check-import.ts'
import { resendKeys } from '#server/payments/deliver-order.ts'
import { EDITION_IDS } from './editions.ts'
import { readKeyRows } from './insert-key.ts'
import { joinWaitingList } from '#server/waiting-list/join-waiting-list.ts'
import { hashWaitingToken, waitingTokenFor } from '#server/secrets/waiting-token.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { LANGUAGES } from '#shared/languages.ts'

// What someone gains who has a copy of the database and nothing else: of the shop's machine, its files, its settings.
const COOKIE = 'keyhold.session_token'
const time = testClock()

const database = useTestDatabase()
const fixture = useAccountFixture(database, { secret: TEST_SECRET })
beforeAll(async () => {
  await stampInstallation(database.db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
})

/** Every row of every table as text, by table: what pg_dump writes, without the schema. */
async function dump(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(db)
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, E'\n'), '') as text from ${sql.raw(name)} t`.execute(db)
    texts.set(name, rows[0]?.text ?? '')
  }
  return texts
}

/** The tables whose rows contain a text, as it is, in hexadecimal, or in either kind of base64. */
function tablesWith(dumped: ReadonlyMap<string, string>, text: string): readonly string[] {
  expect(text.length).toBeGreaterThan(5)
  const bytes = Buffer.from(text)
  const forms = [text, ...(['hex', 'base64', 'base64url'] as const).map((form) => bytes.toString(form))]
  return [...dumped].filter(([, rows]) => forms.some((form) => rows.includes(form))).map(([name]) => name)
}

/** Decodes base32, in which an authenticator app is given the seed. */
function base32(text: string): string {
  const bits = [...text].map((one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
  )
  return (bits.join('').match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(parseInt(byte, 2))).join('')
}

test('a copy of the database after a sale and a sign-in opens no order, no account and no session', async () => {
  const deps = orderDeps(database.db, time.clock)
  const order = await placePaidOrder(deps)
  const settings = {
    gameTitle: 'Ashen Dominion',
    languages: LANGUAGES,
    editionName: () => 'Standard Edition',
    publicUrl: () => 'https://shop.example',
    supportEmail: 'help@shop.example',
    orderAccess: (id: string) => ({
      secret: orderSecretFor(TEST_SECRET, id),
      code: orderCodeFor(TEST_SECRET, id),
    }),
    waitingToken: (id: string) => waitingTokenFor(TEST_SECRET, id),
    readKeys: (db: Db, id: string) => keysOf(db, TEST_CIPHER, id),
    readKeysElsewhere: (db: Db, id: string) => keysTakenBy(db, TEST_CIPHER, id),
  }
  const outbox = { db: database.db, clock: time.clock, transport: null, settings }
  const sent: string[] = []
  for (let last = 'sent'; last === 'sent'; last = (await sendMail(outbox)).kind) sent.push(last)
  const keys = await keysOf(database.db, TEST_CIPHER, order.id)
  expect(keys.length).toBeGreaterThan(0)
  // what is not sold yet: stock, a list that waits to be committed, and a mail that waits for its server
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
  const stock = (await readKeyRows(database.db)).map((row) => row.game_key)
  expect(stock.length).toBe(20 + keys.length)
  const listed = ['LIST-AAAA-0001', 'LIST-AAAA-0002']
  const by = { actorId: null, now: time.clock() }
  await checkImport(database.db, TEST_CIPHER, listed, { onSale: EDITION_IDS, unnamed: 'standard' }, by)
  await resendKeys(database.db, order, 'dump')
  const waiting = await database.db
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  const owner = await makePerson(database.db, 'owner@example.com', 'owner')
  const browser = openBrowser(fixture.app)
  await browser.signIn('owner@example.com')
  const enabled = (await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })).json<{
    totpUri: string
    recoveryCodes: string[]
  }>()
  const seed = new URL(enabled.totpUri).searchParams.get('secret') ?? ''
  const invited = await makePerson(database.db, 'new@example.com', null)
  const invitation = await createPasswordLink(database.db, invited, new Date())
  const byOwner = { actorId: owner, now: time.clock() }
  const fields = { label: 'a program', scopes: ['stock:read' as const], days: 1 }
  const token = await createApiToken(database.db, { action: 'create', ...fields }, byOwner)
  const endpoint = {
    url: 'https://hooks.example/',
    label: '',
    events: ['order.created' as const],
    format: 'keyhold' as const,
    hasEmail: false,
  }
  const hook = await changeWebhooks(
    database.db,
    { action: 'create', ...endpoint },
    { ...byOwner, secret: TEST_SECRET },
  )
  const hookSecret = hook.kind === 'done' ? (hook.secret ?? '') : ''
  const waitingDeps = {
    db: database.db,
    clock: time.clock,
    limits: createLimits(database.db, time.clock, { factor: 'off' }),
    secret: TEST_SECRET,
  }
  const wish = { email: 'ada@example.com', edition: 'standard', language: 'en' } as const
  await joinWaitingList(waitingDeps, wish, '203.0.113.9')
  const entry = await database.db.selectFrom('waiting_list').selectAll().executeTakeFirstOrThrow()
  const waitingToken = waitingTokenFor(TEST_SECRET, entry.id)
  expect(entry.token_hash).toEqual(hashWaitingToken(waitingToken))
  const session = decodeURIComponent(browser.cookies.get(COOKIE) ?? '').split('.')[0] ?? ''
  const dumped = await dump(database.db)

  // the search finds what is there
  expect(tablesWith(dumped, 'owner@example.com')).toContain('users')
  const usable = [
    TEST_SECRET_TEXT,
    Buffer.from(TEST_SECRET).toString('hex'),
    authSecret(TEST_SECRET),
    secretOf(order),
    orderCodeFor(TEST_SECRET, order.id),
    session,
    invitation,
    seed,
    base32(seed),
    ...enabled.recoveryCodes,
    token,
    waitingToken,
    hookSecret,
    PASSWORD,
  ]
  for (const text of usable) expect(tablesWith(dumped, text)).toEqual([])
  for (const key of [...keys, ...stock, ...listed]) expect(tablesWith(dumped, key)).toEqual([])
  // a mail that waits has no keys, and reads them when it is sent
  expect(waiting).toMatchObject({ template: 'keys', sent_at: null })
  const written = await writeStoredMail(database.db, waiting, settings)
  for (const key of keys) expect(written.text).toContain(key)

  const record = await readOrder(database.db, order.id)
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
    expect(isOrderSecret(TEST_SECRET, record, record.order_secret_hash.toString(form))).toBe(false)
  const stored = await database.db
    .selectFrom('user_sessions')
    .select('token')
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  const guesses = ['', dumped.get('installation') ?? '', record.check_code].map((text) => Buffer.from(text))
  for (const secret of [...guesses, TEST_SECRET]) {
    const signature = createHmac('sha256', authSecret(secret)).update(stored.token).digest('base64')
    const thief = openBrowser(fixture.app)
    thief.cookies.set(COOKIE, encodeURIComponent(`${stored.token}.${signature}`))
    expect((await thief.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  }
  expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({ user: { id: owner } })
})
