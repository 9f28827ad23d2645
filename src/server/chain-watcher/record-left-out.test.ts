import { expect, test } from 'vitest'
import type { ChainFault } from '#server/chain/chain-reader.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { recordLeftOut } from './record-left-out.ts'

const database = useTestDatabase()

const NOW = new Date('2026-11-22T10:00:00Z')
const fault = (node: number, kind: ChainFault['kind']): ChainFault => ({
  endpoint: `ethereum node ${String(node)}`,
  kind,
  message: 'expected chain id 1, got 56',
})

async function after(...faults: readonly ChainFault[]) {
  await recordLeftOut(database.db, 'ethereum', faults, NOW)
  const state = await database.db.selectFrom('chain_states').select('left_out').executeTakeFirst()
  const alerts = await database.db
    .selectFrom('alerts')
    .select(['kind', 'subject', 'closed_at'])
    .orderBy('raised_at')
    .execute()
  return { leftOut: state?.left_out ?? [], alerts }
}

test('a node that is left out raises one alert, which is closed once no node is', async () => {
  expect(await after(fault(1, 'down'), fault(2, 'lags'))).toEqual({ leftOut: [], alerts: [] })
  const open = { kind: 'node-left-out', subject: 'ethereum', closed_at: null }
  expect(await after(fault(2, 'mismatch'))).toEqual({ leftOut: ['ethereum node 2'], alerts: [open] })
  expect((await after(fault(1, 'mismatch'), fault(2, 'mismatch'))).alerts).toEqual([open])
  // a node that is down says nothing about its network
  expect(await after(fault(1, 'down'), fault(2, 'lags'))).toEqual({
    leftOut: ['ethereum node 1'],
    alerts: [open],
  })
  expect(await after(fault(3, 'down'))).toEqual({ leftOut: [], alerts: [{ ...open, closed_at: NOW }] })
})
