import type { Feature } from '#server/http/feature.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import { releaseKeys, type ReleaseKeysDeps } from './release-keys.ts'
import { keyReleaseRoutes, type KeyReleaseRoutesDeps } from './routes.ts'

const EVERY_MS = 1_000
/** A release wakes the worker; this is for orders that had to be settled first, and for a process that ended before them. */
const IDLE_EVERY_MS = 60_000

/** Keys that are held until the release of their edition. */
export function registerKeyRelease(deps: Omit<KeyReleaseRoutesDeps, 'onChanged'> & ReleaseKeysDeps): Feature {
  const worker = createIntervalWorker({
    name: 'key-release',
    everyMs: EVERY_MS,
    idleEveryMs: IDLE_EVERY_MS,
    work: () => releaseKeys(deps),
    log: deps.log,
    onFailure: 'keys were not released; will retry',
  })
  return {
    addRoutes: (app) => {
      keyReleaseRoutes(app, { ...deps, onChanged: () => worker.wakeUp() })
    },
    workers: [worker],
  }
}
