import type { Health } from '#server/http/create-app.ts'
import type { Feature } from '#server/http/feature.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { shareReadings } from '#server/runtime/share-readings.ts'
import type { RailState } from '#shared/api.ts'
import type { ClaimOutcome } from '#shared/orders-api.ts'
import type { ChainId } from '#shared/chains.ts'
import { claimPayment, type RecordClaim } from './claim-payment.ts'
import { createChainWatcherWorker, type ChainWatcherWorkerDeps } from './chain-watcher-worker.ts'
import { readChainNotes } from './chain-states.ts'
import { readRailStates, type RailSetup } from './rail-states.ts'

interface ChainWatcherFeatureDeps extends ChainWatcherWorkerDeps {
  readonly settings: RailSetup
  /** Whether an order that is taken now could perhaps not be settled, for a full disk. */
  readonly isDiskFull: () => boolean
}

interface ChainWatching extends Feature {
  readonly railStates: () => Promise<readonly RailState[]>
  /** Polls a chain now; resolves when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
  /** Reads a transaction on chain and stores what it pays to an order. */
  readonly claimPayment: (order: PaymentRecord, txHash: string, record: RecordClaim) => Promise<ClaimOutcome>
}

/** Every order asks for the states of the rails; those made at once share one reading. */
const STATES_SHARED_FOR_MS = 50

/** Registers the reading of the chains, and the states of the rails. */
export function registerChainWatcher(deps: ChainWatcherFeatureDeps): ChainWatching {
  const worker = createChainWatcherWorker(deps)
  const railStates = shareReadings({ clock: deps.clock, forMs: STATES_SHARED_FOR_MS }, () =>
    readRailStates(deps.db, deps.settings, deps.clock(), deps.isDiskFull()),
  )
  return {
    railStates,
    lookNow: (chain) => worker.lookNow(chain),
    claimPayment: (order, txHash, record) => claimPayment(deps, order, txHash, record),
    workers: [worker],
    // a rail that is down does not make the shop unready: the other rails still accept orders
    health: async () => {
      const rails = (await railStates()).map(({ network, available, reason }) => [
        `rail ${network}`,
        { ok: available, ...(reason === null ? {} : { detail: reason }) },
      ])
      const chains = [...(await readChainNotes(deps.db))].map(([chain, detail]) => [
        `chain ${chain}`,
        { ok: true, detail },
      ])
      return Object.fromEntries([...rails, ...chains]) as Health['parts']
    },
  }
}
