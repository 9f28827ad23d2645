import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { PacedSimChain } from './paced-sim-chain.ts'

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
