import type { Clock } from '#server/runtime/clock.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import { faultySimChain, type DemoFaults } from './demo-faults.ts'
import { createPacedSimChain, type PacedSimChain } from './paced-sim-chain.ts'
import { createSimChain } from './sim-chain.ts'
import { CHAINS, type ChainId } from '#shared/chains.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'

/** The chains that no node is set for, in a demo. */
export function openSimChains(
  { chains }: Settings,
  db: Db,
  clock: Clock,
  faults: DemoFaults | null,
): ReadonlyMap<ChainId, PacedSimChain> {
  const simulated = CHAINS.filter((chain) => chains[chain].isSimulated)
  return new Map(
    simulated.map((chain) => {
      const sim = createSimChain({ db, chain, clock, tokens: chains[chain].tokens.map(({ asset }) => asset) })
      return [chain, createPacedSimChain(faults === null ? sim : faultySimChain(sim, faults, db))]
    }),
  )
}

/** Creates the worker during which simulated chains get blocks. It can be started again after a stop. */
export function createSimWorker(chains: readonly PacedSimChain[]): BackgroundWorker {
  return {
    name: 'simulated chains',
    start() {
      for (const chain of chains) chain.start()
      return Promise.resolve()
    },
    stop() {
      for (const chain of chains) chain.stop()
      return Promise.resolve()
    },
  }
}
