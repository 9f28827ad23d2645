import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { cleanUpsOf } from './clean-ups.ts'

const database = useTestDatabase()

/** For each clean-up a table that it looks after, with a row that is outdated. */
const OUTDATED: Readonly<Record<string, readonly [table: string, row: string]>> = {
  'sweep-limits': ['limits', `(key, used, resets_at) values ('one', 1, '2020-01-01')`],
  'sweep-captchas': ['used_proofs', `(signature, expires_at) values ('one', '2020-01-01')`],
  'sweep-accounts': ['sign_in_failures', `(key, failures, tried_at) values ('one', 1, '2020-01-01')`],
  'sweep-key-imports': ['key_imports', `(created_at) values ('2020-01-01')`],
  'erase-unpaid': [
    'waiting_list',
    `(id, edition, email, language, token_hash, asked_at)
     values (gen_random_uuid(), 'standard', 'buyer@example.com', 'en', 'one', '2020-01-01')`,
  ],
  'forget-old': ['rates', `(coin, at, rate_e8, sources) values ('BTC', '2020-01-01', 1, 'one')`],
  'webhooks-old': [
    'webhook_deliveries',
    `(endpoint_id, event, data, happened_at, give_up_at)
     select id, 'order.created', '{}', '2020-01-01', '2020-01-02' from webhook_endpoints`,
  ],
}

test('each clean-up deletes what is outdated, and each is tried here', async () => {
  const { db } = database
  const cleanUps = cleanUpsOf({ db, clock: systemClock, log: createLog({ level: 'silent' }) })
  expect(Object.keys(cleanUps).sort()).toEqual(Object.keys(OUTDATED).sort())
  await sql`insert into webhook_endpoints (url, events, created_at) values ('https://studio.example', '{}', now())`.execute(
    db,
  )
  for (const [name, [table, row]] of Object.entries(OUTDATED)) {
    await sql.raw(`insert into ${table} ${row}`).execute(db)
    const count = async () => (await sql.raw(`select from ${table}`).execute(db)).rows.length
    expect([name, await count()]).toEqual([name, 1])
    await cleanUps[name]?.work(new AbortController().signal)
    expect([name, await count()]).toEqual([name, 0])
  }
})
