import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import { closeLapsedAlerts, type LapsingKind } from './close-lapsed-alerts.ts'
import { findCauses } from './find-causes.ts'
import { readShopState, type ShopStateDeps } from './read-shop-state.ts'
import { updateAlerts } from './update-alerts.ts'

export interface AlertWatchDeps extends ShopStateDeps {
  readonly log: Log
  readonly lapsingKinds: readonly LapsingKind[]
}

const EVERY_MS = 15_000

/**
 * Creates the worker that compares the state of the shop with the open alerts. It runs in every process, so that a leader
 * that hangs is told of as well; what was told is in the database.
 */
export function createAlertWatchWorker(deps: AlertWatchDeps): BackgroundWorker {
  return createIntervalWorker({
    name: 'alert watch',
    everyMs: EVERY_MS,
    work: () => watchOnce(deps),
    log: deps.log,
    onFailure: 'the state of the shop could not be read; will retry',
  })
}

/** Compares the state of the shop with the open alerts once. */
export async function watchOnce(deps: Omit<AlertWatchDeps, 'log'>): Promise<void> {
  const now = deps.clock()
  const state = await readShopState(deps)
  await updateAlerts(deps.db, { causes: findCauses(state), host: state.machine.host }, now)
  await closeLapsedAlerts(deps.db, deps.lapsingKinds, now)
}
