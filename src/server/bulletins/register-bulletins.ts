import type { Feature } from '#server/http/feature.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import { bulletinRoutes, type BulletinRoutesDeps } from './routes.ts'
import { sendBulletins, type SendBulletinsDeps } from './send-bulletins.ts'

interface BulletinsFeatureDeps extends BulletinRoutesDeps, Omit<SendBulletinsDeps, 'terms'> {
  readonly releaseAt: Date
  readonly bitcoinNetwork: BitcoinNetwork
}

const EVERY_MS = 2_000

/** What a studio tells all buyers: a release, a delay, a cancellation with its refunds. */
export function registerBulletins(deps: BulletinsFeatureDeps): Feature {
  const { releaseAt, bitcoinNetwork, policy, log } = deps
  const sending: SendBulletinsDeps = { ...deps, terms: { releaseAt, bitcoinNetwork, policy } }
  return {
    addRoutes: (app) => {
      bulletinRoutes(app, deps)
    },
    workers: [
      createIntervalWorker({
        name: 'bulletins',
        everyMs: EVERY_MS,
        work: () => sendBulletins(sending),
        log,
        onFailure: 'bulletins were not sent; will retry',
      }),
    ],
  }
}
