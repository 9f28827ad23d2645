import type { Databases } from './databases.ts'
import { drawPlan, type Plan, type PlanOptions } from './plan.ts'
import { runPlan, type RunResult } from './run-plan.ts'
import { keepOnly, shrink } from './shrink.ts'
import type { Violation } from './world.ts'

/** A seed to run, and how its plan is drawn if not as usual. */
export interface SeedRun extends PlanOptions {
  readonly seed: string
}

/** The outcome of one seed. */
export interface SeedReport extends SeedRun {
  readonly scenarios: readonly string[]
  readonly chains: readonly string[]
  readonly hash: string
  readonly steps: number
  readonly orders: number
  readonly delivered: number
  readonly faults: Readonly<Record<string, number>>
  readonly latencies: readonly number[]
  readonly looksToKeys: readonly number[]
  readonly costs: Readonly<Record<string, number>>
  readonly violations: readonly Violation[]
  /** The smallest plan found that breaks the same promise; null if none was broken. */
  readonly shrunk: {
    readonly events: readonly string[]
    readonly ids: readonly number[]
    readonly log: readonly string[]
  } | null
}

/** How a seed is run. */
export interface SeedOptions extends PlanOptions {
  /** The ids of the events to keep; all by default. */
  readonly only?: ReadonlySet<number> | undefined
  readonly shrinks?: boolean
  readonly keepsLog?: boolean
}

/** Runs one plan in a fresh database. */
async function runInFresh(databases: Databases, plan: Plan, keepsLog = false): Promise<RunResult> {
  return runPlan(plan, await databases.fresh(), keepsLog)
}

/** Runs a seed; if it breaks a promise, looks for a smaller plan that does. */
export async function runSeed(
  databases: Databases,
  seed: string,
  options: SeedOptions = {},
): Promise<SeedReport> {
  const drawn = drawPlan(seed, options)
  const plan = options.only === undefined ? drawn : keepOnly(drawn, options.only)
  const result = await runInFresh(databases, plan, options.keepsLog)
  if (options.keepsLog === true) process.stderr.write(`${result.lines.join('\n')}\n`)
  const { tally, violations, hash } = result
  const rule = violations[0]?.rule
  const small =
    rule === undefined || options.shrinks === false ? null : await shrunkFrom(databases, plan, rule)
  return {
    seed,
    scenario: options.scenario,
    events: options.events,
    isFormer: options.isFormer,
    scenarios: plan.scenarios,
    chains: plan.setup.chains,
    hash,
    steps: tally.steps,
    orders: tally.orders,
    delivered: tally.delivered,
    faults: Object.fromEntries(tally.faults),
    latencies: tally.latencies,
    looksToKeys: tally.looksToKeys,
    costs: Object.fromEntries(tally.costs),
    violations,
    shrunk: small,
  }
}

async function shrunkFrom(databases: Databases, plan: Plan, rule: string): Promise<SeedReport['shrunk']> {
  const small = await shrink(plan, rule, (part) => runInFresh(databases, part))
  const { lines } = await runInFresh(databases, small, true)
  return {
    ids: small.events.map((event) => event.id),
    events: lines.filter((line) => /^event |^VIOLATION|killed|frozen/.test(line)),
    log: lines.slice(-40),
  }
}
