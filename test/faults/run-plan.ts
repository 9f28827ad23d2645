import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { RunDatabase } from './databases.ts'
import { happen } from './events.ts'
import { openWorld } from './open-world.ts'
import { createOracle } from './oracle.ts'
import { storeRates } from './pass-time.ts'
import type { Plan } from './plan.ts'
import { judgeRest, settleWorld } from './rest.ts'
import { randomStream, seedRandomSources } from './seeded-random.ts'
import { createStepper } from './step.ts'
import { timeIntervals } from './timers.ts'
import { look } from './look.ts'
import { fillPools } from './shop-events.ts'
import { leaderOf, type Tally, type Violation, type World } from './world.ts'
import { TEST_CIPHER } from '../installation-secret.ts'

/** How a run ended. */
export interface RunResult {
  readonly violations: readonly Violation[]
  /** Digest of the step log: the same for the same plan and code. */
  readonly hash: string
  readonly tally: Tally
  /** The last lines of the step log, or all of them. */
  readonly lines: readonly string[]
}

/** Steps after which a drain gives up: something waits for itself. */
const DRAIN_MOST = 20_000

/** Runs a plan to its end or to the first violation, in a fresh database. */
export async function runPlan(
  plan: Plan,
  { connections, oracle, setup }: RunDatabase,
  keepsLog = false,
): Promise<RunResult> {
  const restore = seedRandomSources(plan.setup.seed)
  await addNewKeys(setup.db, TEST_CIPHER, 'standard', plan.setup.keys)
  const { world, digest, lines } = openWorld(plan.setup, connections, { oracle, admin: setup.db }, keepsLog)
  const giveIntervalsBack = timeIntervals(world.timers)
  const log = { lines, hash: () => digest.copy().digest('hex').slice(0, 16) }
  try {
    await storeRates(world, world.nowMs - 600_000)
    const violations = await follow(world, plan)
    for (const { rule, message } of violations) world.log(`VIOLATION ${rule}: ${message}`)
    return { violations, hash: log.hash(), tally: world.tally, lines: log.lines }
  } finally {
    restore()
    giveIntervalsBack()
    for (const process of world.processes) {
      process.isAlive = false
      world.gates.drop(process.name)
      await process.database.kill()
    }
  }
}

async function follow(world: World, plan: Plan): Promise<readonly Violation[]> {
  const oracle = createOracle(world)
  const step = createStepper(world)
  const run = async (gap: number | 'all', seed: string): Promise<readonly Violation[]> => {
    const stream = randomStream(seed)
    const most = gap === 'all' ? DRAIN_MOST : gap
    for (let done = 0; done < most; done += 1) {
      if (!(await step(stream))) {
        if (world.gates.blocked().length === 0) return []
        return [
          {
            rule: 'progress',
            message: `${String(world.gates.blocked().length)} statements wait for each other`,
          },
        ]
      }
      const violations = await oracle.afterStep()
      if (violations.length > 0) return violations
    }
    return gap === 'all' ? [{ rule: 'progress', message: 'the shop never comes to rest' }] : []
  }
  if (world.setup.hasElection) {
    const elected = await run('all', `election ${plan.setup.seed}`)
    if (elected.length > 0) return elected
  }
  // a rail takes no order before its chain was read once
  for (const chain of world.chains.keys()) look(world, leaderOf(world), chain)
  fillPools(world, leaderOf(world))
  await world.gates.untilParked()
  const first = await run('all', `first ${plan.setup.seed}`)
  if (first.length > 0) return first
  for (const event of plan.events) {
    const found = await run(event.gap, `schedule ${plan.setup.seed} ${String(event.id)}`)
    if (found.length > 0) return found
    await happen(world, event)
    await world.gates.untilParked()
    oracle.afterChainEvent()
    const kept = keptIn(world)
    if (kept.length > 0) return kept
  }
  const atRest = await settleWorld(world, {
    drain: (name) => run('all', `rest ${plan.setup.seed} ${name}`),
    noteChains: () => {
      oracle.afterChainEvent()
    },
  })
  if (atRest.length > 0) return atRest
  return [...keptIn(world), ...(await oracle.checkAll()), ...(await judgeRest(world))]
}

/** What events, looks and logs have reported. */
function keptIn({ errors, broken }: World): readonly Violation[] {
  return [...errors.map((message) => ({ rule: 'errors' as const, message })), ...broken]
}
