import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { Feature } from '#server/http/feature.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { EditionId } from '#shared/editions.ts'
import type { ChainId } from '#shared/chains.ts'
import { demoMailRoutes } from './mail-routes.ts'
import { openSimChains } from './open-sim-chains.ts'
import { demoRefundRoutes } from './refund-wallet-routes.ts'
import { seedDemo } from './seed-demo.ts'
import type { SimChain } from './sim-chain.ts'
import { createSimWorker } from './sim-worker.ts'
import { demoWalletRoutes } from './wallet-routes.ts'

interface DemoDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly editionIds: readonly EditionId[]
  readonly mailSettings: MailSettings
  /** Has a chain looked at now; ends when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
}

interface Demo extends Feature {
  /** The chains that no node is set for; none outside the demo. */
  readonly simChains: ReadonlyMap<ChainId, SimChain>
  /** Run by the process that reads the chains. */
  readonly leaderWorkers: readonly BackgroundWorker[]
}

/** What only a demo has: keys and an account to begin with, simulated chains, a wallet for them, and a mailbox. */
export async function registerDemo({ db, clock, log, settings, ...deps }: DemoDeps): Promise<Demo> {
  const isDemo = settings.profile === 'demo'
  if (isDemo) await seedDemo(db, deps.editionIds)
  const simChains = openSimChains(settings, db, clock)
  const chains = [...simChains.values()]
  return {
    simChains,
    leaderWorkers: chains.length > 0 ? [createSimWorker({ chains, log })] : [],
    addRoutes: (app) => {
      if (!isDemo) return
      const wallet = {
        db,
        simChain: (chain: ChainId) => simChains.get(chain) ?? null,
        nudge: deps.lookNow,
      }
      demoMailRoutes(app, { db, settings: deps.mailSettings })
      demoWalletRoutes(app, wallet)
      demoRefundRoutes(app, wallet)
    },
  }
}
