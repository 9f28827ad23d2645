import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { FundReader } from '#server/chain/funds/fund-reader.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import { describeError } from '#server/runtime/log.ts'
import type { ChainId } from '#shared/chains.ts'
import { matchPayouts, type MatchDeps } from './match-payouts.ts'

/** Dependencies of {@link createPayoutWorker}. */
interface PayoutWorkerDeps extends Omit<MatchDeps, 'funds' | 'reader'> {
  readonly funds: ReadonlyMap<ChainId, FundReader>
  readonly readers: ReadonlyMap<ChainId, Pick<ChainReader, 'findPayout'>>
}

const EVERY_MS = 15_000
const IDLE_EVERY_MS = 60_000

/** Creates the worker that finds the transactions of payout plans on their chains. A chain that fails stops no other. */
export function createPayoutWorker({ funds, readers, ...deps }: PayoutWorkerDeps): BackgroundWorker {
  return createIntervalWorker({
    name: 'payout plans',
    everyMs: EVERY_MS,
    idleEveryMs: IDLE_EVERY_MS,
    work: async () => {
      let isWaiting = false
      for (const [chain, reader] of readers) {
        const ofChain = funds.get(chain)
        if (ofChain === undefined) continue
        try {
          isWaiting = (await matchPayouts({ ...deps, funds: ofChain, reader })) || isWaiting
        } catch (error) {
          isWaiting = true
          deps.log.warn(
            { chain, error: describeError(error) },
            'payouts of a plan were not looked for; will retry',
          )
        }
      }
      return isWaiting
    },
    log: deps.log,
    onFailure: 'payout plans could not be read; will retry',
  })
}
