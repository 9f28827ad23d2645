import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSettings } from '#server/config/read-settings.ts'
import { inspectDatabase } from '#server/db/inspect-database.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { chainStateFindings } from './chain-state-findings.ts'

const database = useTestDatabase()

async function lines(): Promise<readonly string[]> {
  const outcome = readSettings({
    DATABASE_URL: database.url,
    KEYHOLD_BITCOIN_RPC: 'http://127.0.0.1:1',
    KEYHOLD_ETHEREUM_RPC: 'http://127.0.0.1:1,http://127.0.0.1:2',
    KEYHOLD_ETHEREUM_CHAIN_ID: '31337',
  })
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
  const { chains } = await inspectDatabase(database.url)
  return chainStateFindings(outcome.settings, chains).map(
    ({ kind, about, message }) => `${kind} ${about}: ${message}`,
  )
}

test('how far a chain was read, by which rule it is final, and which nodes are left out', async () => {
  expect(await lines()).toEqual([])
  const at = new Date('2026-11-22T10:00:00Z')
  const cursor = { height: 120, hash: 'a', block_at: at, head_height: 125, finalized_height: 29 }
  await database.db
    .insertInto('cursors')
    .values(['bitcoin', 'ethereum', 'bsc'].map((chain) => ({ ...cursor, chain, watched_until: at })))
    .execute()
  expect(await lines()).toEqual([
    'ok bitcoin: read up to block 120 of 125; last good look 2026-11-22T10:00:00.000Z; blocks are final 5 below the head',
    'ok ethereum: read up to block 120 of 125; last good look 2026-11-22T10:00:00.000Z; blocks are final 96 below the head, since no node has reported finality yet',
  ])
  await database.db
    .updateTable('cursors')
    .set({ finality_reported: true, watched_until: sql<Date>`'-infinity'::timestamptz` })
    .where('chain', '=', 'ethereum')
    .execute()
  await database.db
    .insertInto('chain_states')
    .values({
      chain: 'ethereum',
      left_out: ['ethereum node 2'],
      refused_read: 'balances of tokens',
      refused_since: at,
    })
    .execute()
  expect((await lines()).slice(1)).toEqual([
    'ok ethereum: read up to block 120 of 125; never read to the head; final up to 29, as its nodes report',
    'warning ethereum: ethereum node 2 is left out: it is on another network, or its tokens are not the configured ones',
    'warning ethereum: its nodes refuse a read: balances of tokens',
  ])
})
