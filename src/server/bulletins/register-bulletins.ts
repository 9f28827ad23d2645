import type { Feature } from '#server/http/feature.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import { bulletinRoutes, type BulletinRoutesDeps } from './routes.ts'
import { sendBulletins, type SendBulletinsDeps } from './send-bulletins.ts'

interface BulletinsFeatureDeps
  extends Omit<BulletinRoutesDeps, 'onChanged'>, Omit<SendBulletinsDeps, 'terms'> {
  readonly releaseAt: () => Date
  readonly outputNetworks: OutputNetworks
}

const EVERY_MS = 2_000
/** A start wakes the worker; this is for a process that ended in the middle of a bulletin. */
const IDLE_EVERY_MS = 60_000

/** What a studio tells all buyers: a release, a delay, a cancellation with its refunds. */
export function registerBulletins(deps: BulletinsFeatureDeps): Feature {
  const { releaseAt, outputNetworks, policy, log } = deps
  const sending: SendBulletinsDeps = { ...deps, terms: { releaseAt, outputNetworks, policy } }
  const worker = createIntervalWorker({
    name: 'bulletins',
    everyMs: EVERY_MS,
    idleEveryMs: IDLE_EVERY_MS,
    work: () => sendBulletins(sending),
    log,
    onFailure: 'bulletins were not sent; will retry',
  })
  return {
    addRoutes: (app) => {
      bulletinRoutes(app, { ...deps, onChanged: () => worker.wakeUp() })
    },
    workers: [worker],
  }
}
