import { expect, test } from 'vitest'
import { readSettings } from '#server/config/read-settings.ts'
import { completePart, findOpenRecovery, startRecovery } from '#server/recovery/recoveries.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { checkDatabase } from './check-database.ts'

const database = useTestDatabase()

async function lines(): Promise<readonly string[]> {
  const outcome = readSettings({ DATABASE_URL: database.url })
  if (outcome.kind !== 'settings') throw new Error('expected settings without faults')
  const { findings } = await checkDatabase(outcome.settings)
  return (
    findings
      .map(({ kind, about, message }) => `${kind} ${about}: ${message}`)
      // the tests' role owns its database
      .filter((line) => !line.includes('the role of DATABASE_URL'))
      // the tests' PostgreSQL never loses its power
      .filter((line) => !line.includes('synchronous_commit is off'))
  )
}

function evmWallet() {
  const outcome = readSettings({ DATABASE_URL: database.url })
  const xpub = outcome.kind === 'settings' ? outcome.settings.wallets.evm : null
  if (xpub === null) throw new Error("expected the demo's wallet")
  return xpub
}

test('an open recovery is a fault that names the command, until it is finished', async () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(await lines()).toEqual([expect.stringMatching(/^ok database: PostgreSQL \d+/)])
  const start = {
    cause: 'older',
    previousDatabaseId: '00000000-0000-4000-8000-000000000001',
    lostSince: now,
    reserved: {},
  } as const
  await database.db.transaction().execute((tx) => startRecovery(tx, start, now))
  expect(await lines()).toEqual([
    'fault database: it lacks orders that were made, so no orders are taken; "npm run keyhold -- restore --status" says what is left to do',
  ])
  const recovery = await findOpenRecovery(database.db)
  if (recovery === null) throw new Error('expected a recovery')
  await completePart(database.db, recovery, 'keys_done_at', now)
  expect(await lines()).toHaveLength(1)
  await completePart(database.db, recovery, 'addresses_done_at', now)
  expect(await lines()).toEqual([expect.stringMatching(/^ok database/)])
})

test('a gap that wallets do not look beyond is reported, with the limit to set', async () => {
  const { fingerprint } = evmWallet()
  await database.db.insertInto('wallets').values({ fingerprint, wallet: 'evm', next_index: 19 }).execute()
  expect(await lines()).toHaveLength(1)
  await database.db.updateTable('wallets').set({ next_index: 21 }).execute()
  expect((await lines()).slice(1)).toEqual([
    'warning addresses: the next order of evm is 22 addresses after the last one that was paid: ' +
      'set the gap limit of your wallet to at least 22, or it does not show the payment',
  ])
  await database.db.deleteFrom('wallets').execute()
})

test('addresses that were found used are counted', async () => {
  await database.db.insertInto('wallets').values({ fingerprint: 'aaaaaaaa', wallet: 'evm' }).execute()
  await database.db
    .insertInto('used_addresses')
    .values(
      [3, 4].map((index) => ({
        wallet_fingerprint: 'aaaaaaaa',
        derivation_index: index,
        address: `0x${String(index)}`,
        chain: 'ethereum',
        found_at: new Date(),
      })),
    )
    .execute()
  expect((await lines()).slice(1)).toEqual([
    'warning addresses: 2 upcoming addresses had been used and were skipped: another shop or wallet works with the same xpub, ' +
      'or an older database was restored; give this shop an account of its own',
  ])
})
