import type { DbDeps } from '#server/db/db-deps.ts'
import type { Settings } from '#server/config/settings.ts'
import type { App } from '#server/http/app.ts'
import type { Feature } from '#server/http/feature.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { EditionId } from '#shared/editions.ts'
import type { ChainId } from '#shared/chains.ts'
import type { DemoClock } from './demo-clock.ts'
import type { DemoFaults } from './demo-faults.ts'
import { demoFaultRoutes } from './fault-routes.ts'
import { demoMailRoutes } from './mail-routes.ts'
import { openSimChains, createSimWorker } from './open-sim-chains.ts'
import { demoRefundRoutes } from './refund-wallet-routes.ts'
import { seedDemo } from './seed-demo.ts'
import type { SimChain } from './sim-chain.ts'
import { demoWalletRoutes } from './wallet-routes.ts'

/** What visitors of a demo may move: its clock, and the faults of its surroundings. */
export interface DemoControls {
  readonly demoClock: DemoClock
  readonly faults: DemoFaults
}

interface DemoDeps extends DbDeps {
  readonly keyCipher: KeyCipher
  readonly settings: Settings
  readonly editionIds: readonly EditionId[]
  readonly mailSettings: MailSettings
  readonly releaseAt: () => Date
  /** Null outside the demo. */
  readonly demo: DemoControls | null
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
export async function registerDemo({ db, clock, settings, demo, ...deps }: DemoDeps): Promise<Demo> {
  if (demo !== null) await seedDemo(db, deps.keyCipher, deps.editionIds)
  const simChains = openSimChains(settings, db, clock, demo?.faults ?? null)
  const chains = [...simChains.values()]
  return {
    simChains,
    leaderWorkers: chains.length > 0 ? [createSimWorker(chains)] : [],
    addRoutes: (app) => {
      if (demo === null) return
      const wallet = {
        db,
        simChain: (chain: ChainId) => simChains.get(chain) ?? null,
        nudge: deps.lookNow,
      }
      demoMailRoutes(app, { db, settings: deps.mailSettings })
      demoWalletRoutes(app, wallet)
      demoRefundRoutes(app, wallet)
      demoFaultRoutes(app, { ...demo, db, releaseAt: deps.releaseAt, simChains, nudge: deps.lookNow })
      tellDemoTime(app, demo.demoClock.clock)
    },
  }
}

/** Pages count down by the Date of replies, so it must be the demo's. */
function tellDemoTime(app: App, clock: Clock): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    void reply.header('date', clock().toUTCString())
    done(null, payload)
  })
}
