import type { Plan, PlannedEvent } from './plan.ts'
import type { RunResult } from './run-plan.ts'

/** Runs a plan in a fresh database. */
export type RunFresh = (plan: Plan) => Promise<RunResult>

/** The plan with some of its events only. */
export function keepOnly(plan: Plan, ids: ReadonlySet<number>): Plan {
  return { ...plan, events: plan.events.filter((event) => ids.has(event.id)) }
}

/**
 * Removes events as long as the same promise is still broken (delta debugging): first halves, then smaller and smaller
 * parts. An event whose order is gone does nothing, so every subset is a valid plan.
 *
 * @param most runs at most.
 */
export async function shrink(plan: Plan, rule: string, run: RunFresh, most = 120): Promise<Plan> {
  let events = plan.events
  let runs = 0
  const fails = async (kept: readonly PlannedEvent[]): Promise<boolean> => {
    runs += 1
    const { violations } = await run({ ...plan, events: kept })
    return violations.some((violation) => violation.rule === rule)
  }
  for (
    let size = Math.ceil(events.length / 2);
    size >= 1 && runs < most;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    // from the end, so that what only happens later goes first
    for (let end = events.length; end > 0 && runs < most; end -= size) {
      const kept = events.filter((_, at) => at < end - size || at >= end)
      if (kept.length < events.length && (await fails(kept))) events = kept
    }
  }
  return { ...plan, events }
}
