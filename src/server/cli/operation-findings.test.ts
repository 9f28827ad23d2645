import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '#server/accounts/create-account.ts'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import { migrate } from '#server/db/migrate.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE } from '#test/installation-secret.ts'
import { keyhold } from '#test/keyhold.ts'
import { migrationFindings } from './operation-findings.ts'

const database = useTestDatabase()
beforeAll(async () => {
  await migrate(database.url)
  await stampInstallation(database.db, { profile: 'production', wallets: [] }, TEST_SECRET_SOURCE)
})

/** The lines of `check --quick` about what these tests change, and its status. */
async function quick(url = database.url) {
  const { status, out } = await keyhold(['check', '--quick'], {
    DATABASE_URL: url,
    KEYHOLD_PROFILE: 'production',
    KEYHOLD_ALLOW_TEST: 'true',
    KEYHOLD_PUBLIC_URL: 'http://192.168.1.2',
    KEYHOLD_SMTP_URL: 'smtp://127.0.0.1:1',
    KEYHOLD_MAIL_FROM: 'shop@shop.example',
    KEYHOLD_ETHEREUM_RPC: 'http://127.0.0.1:1',
    KEYHOLD_ETHEREUM_CHAIN_ID: '1',
    KEYHOLD_EVM_XPUB:
      'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz',
  })
  const about = /^(fault|warning) +(accounts|keys|shop|alerts|schema|settings):/
  return { status, lines: out.filter((line) => about.test(line)) }
}

test('a quick check reports what stops sales, without asking anybody, and its status is for cron', async () => {
  expect(await quick()).toEqual({
    status: 1,
    lines: [
      expect.stringMatching(/^warning settings: KEYHOLD_PUBLIC_URL is http/),
      expect.stringMatching(/^warning accounts: nobody can sign in/),
      expect.stringMatching(/^warning keys: edition standard has no free key/),
      expect.stringMatching(/^warning keys: edition supporter has no free key/),
      'fault   shop: no process reads the chains: the shop does not run, or hangs',
    ],
  })
  const owner = { email: 'owner@shop.example', role: 'owner', password: null, actorId: null } as const
  await createAccount(database.db, owner, new Date())
  for (const edition of ['standard', 'supporter']) await addNewKeys(database.db, TEST_CIPHER, edition, 2)
  await database.db
    .insertInto('leases')
    .values({ role: 'chains', epoch: 1, beat_at: sql`clock_timestamp()` })
    .execute()
  await raiseAlert(database.db, {
    kind: 'backup-old',
    subject: 'shop',
    facts: { lastBackupAt: null, ageS: 200_000 },
    at: new Date(),
  })
  expect(await quick()).toEqual({
    status: 0,
    lines: [
      expect.stringMatching(/^warning settings: KEYHOLD_PUBLIC_URL is http/),
      'warning alerts: backup-old is open; the back office says more',
    ],
  })
})

test('before the first start it says what will be missing after it', async () => {
  const empty = await createEmptyDatabase()
  try {
    expect((await quick(empty.url)).lines).toEqual([
      expect.stringMatching(/^warning settings: KEYHOLD_PUBLIC_URL is http/),
      expect.stringMatching(/^warning accounts: nobody can sign in/),
      expect.stringMatching(/^warning keys: edition standard has no free key/),
      expect.stringMatching(/^warning keys: edition supporter has no free key/),
    ])
  } finally {
    await empty.close()
  }
})

test('pending migrations and a newer schema are reported', () => {
  const applied = [{ name: '1.sql', release: null }]
  expect(migrationFindings(applied, ['1.sql'], '1.0.0')).toEqual([
    { kind: 'ok', about: 'schema', message: 'up to date with Keyhold 1.0.0' },
  ])
  expect(migrationFindings(applied, ['1.sql', '2.sql'], '1.0.0')).toMatchObject([
    { kind: 'warning', message: expect.stringContaining('1 migration is pending') as string },
  ])
  const newer = [...applied, { name: '2.sql', release: '2.0.0' }]
  expect(migrationFindings(newer, ['1.sql'], '1.0.0')).toMatchObject([
    { kind: 'fault', message: expect.stringContaining('migrated by Keyhold 2.0.0 (2.sql)') as string },
  ])
})
