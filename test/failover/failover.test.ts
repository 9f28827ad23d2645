import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPair } from './pair-deployment.ts'
import { embeddedPrograms } from './postgres-server.ts'
import { faultsOf, runRound, type PlannedFault } from './round.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    deploy: async (shops, sellSome) =>
      startPair({
        replication: 'synchronous',
        programs: await embeddedPrograms(),
        shops,
        reach: 'both',
        sellSome,
      }),
    buyers: 2,
    thinkMs: 500,
    hasBitcoin: false,
    // one that is sent while a process is killed is sent again after a minute
    hasWebhooks: false,
    keys: 1_000,
    ledgerFile: null,
    say: () => undefined,
  })
})
afterAll(() => world.stop())

interface Case {
  readonly what: string
  /** The seconds that each fault lasts, by its name. */
  readonly faults: Readonly<Record<string, number>>
}

const CASES: readonly Case[] = [
  { what: 'a primary that is killed, and its standby promoted', faults: { 'primary: kill, promote': 1 } },
  { what: 'a standby that hears nothing while commits wait for it', faults: { 'replication: silence': 4 } },
  {
    what: 'a frozen primary, and a process that is killed meanwhile',
    faults: { 'primary: freeze': 4, 'shop one: kill': 1 },
  },
  { what: 'a network that lets nothing pass and closes nothing', faults: { 'all clients: silence': 4 } },
]

// parts of `npm run proof:failover` that take seconds
test.each(CASES)(
  'after $what no order, key or mail is lost or repeated, and the shop goes on by itself',
  async ({ faults }) => {
    const planned = Object.entries(faults).map(([name, seconds]) => plan(name, seconds))
    const { broken } = await runRound(world, planned, 'none', () => undefined)
    expect(broken).toEqual([])
  },
)

function plan(name: string, seconds: number): PlannedFault {
  const fault = faultsOf(world).find((one) => one.name === name)
  if (fault === undefined) throw new Error(`expected a fault ${name}`)
  return { fault, afterMs: 0, lastsMs: seconds * 1_000 }
}
