import type { Feature } from '#server/http/feature.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import { releaseKeys, type ReleaseKeysDeps } from './release-keys.ts'
import { keyReleaseRoutes, type KeyReleaseRoutesDeps } from './routes.ts'

const EVERY_MS = 1_000

/** Keys that are held until the release of their edition. */
export function registerKeyRelease(deps: KeyReleaseRoutesDeps & ReleaseKeysDeps): Feature {
  const { log } = deps
  return {
    addRoutes: (app) => {
      keyReleaseRoutes(app, deps)
    },
    workers: [
      createIntervalWorker({
        name: 'key-release',
        everyMs: EVERY_MS,
        work: () => releaseKeys(deps),
        log,
        onFailure: 'keys were not released; will retry',
      }),
    ],
  }
}
