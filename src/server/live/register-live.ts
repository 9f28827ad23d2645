import { rawClientOf } from '#server/http/app.ts'
import type { Feature } from '#server/http/feature.ts'
import { createLiveWorker, type LiveWorker, type LiveWorkerDeps } from './live-worker.ts'

interface LiveFeatureDeps extends Omit<LiveWorkerDeps, 'clientOf'> {
  readonly settings: { readonly trustedProxies: readonly string[] }
}

/** The WebSocket that tells pages of changes. */
export function registerLive(deps: LiveFeatureDeps): LiveWorker & Feature {
  const live = createLiveWorker({ ...deps, clientOf: rawClientOf(deps.settings.trustedProxies) })
  return {
    ...live,
    addRoutes: (app) => {
      live.attach(app.server)
    },
  }
}
