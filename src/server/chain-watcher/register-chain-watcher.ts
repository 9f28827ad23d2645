import type { Feature } from '#server/http/feature.ts'
import type { RailState } from '#shared/api.ts'
import type { ChainId } from '#shared/chains.ts'
import { createChainWatcherWorker, type ChainWatcherWorkerDeps } from './chain-watcher-worker.ts'
import { readRailStates, type RailSetup } from './rail-states.ts'

interface ChainWatcherFeatureDeps extends ChainWatcherWorkerDeps {
  readonly settings: RailSetup
}

interface ChainWatching extends Feature {
  readonly railStates: () => Promise<readonly RailState[]>
  /** Has a chain looked at now; ends when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
}

/** The reading of the chains, and which rails are open by it. */
export function registerChainWatcher(deps: ChainWatcherFeatureDeps): ChainWatching {
  const worker = createChainWatcherWorker(deps)
  const railStates = () => readRailStates(deps.db, deps.settings, deps.clock())
  return {
    railStates,
    lookNow: (chain) => worker.lookNow(chain),
    workers: [worker],
    // a rail that is down makes the shop no less ready: the others sell on
    health: async () =>
      Object.fromEntries(
        (await railStates()).map(({ network, available, reason }) => [
          `rail ${network}`,
          { ok: available, ...(reason === null ? {} : { detail: reason }) },
        ]),
      ),
  }
}
