import { describeError, type Log } from '#server/runtime/log.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { SimChain } from './sim-chain.ts'

const BLOCK_EVERY_MS = 1000

interface SimWorkerDeps {
  readonly chains: readonly SimChain[]
  readonly log: Log
  readonly everyMs?: number
}

/** Creates the worker that adds a block to every simulated chain each second. It can be started again after a stop. */
export function createSimWorker({ chains, log, everyMs = BLOCK_EVERY_MS }: SimWorkerDeps): BackgroundWorker {
  let timer: NodeJS.Timeout | null = null
  let ticking: Promise<void> | null = null

  // one after the other, so that simulated chains use at most one connection of the shop's pool
  const tickAll = async () => {
    for (const { chain, tick } of chains) {
      if (timer === null) return
      try {
        await tick()
      } catch (error) {
        log.warn(
          { chain, error: describeError(error) },
          'a simulated chain could not add a block; it will be retried',
        )
      }
    }
  }
  const tickOnce = () => {
    ticking ??= tickAll().finally(() => {
      ticking = null
    })
  }

  return {
    name: 'simulated chains',
    start() {
      if (chains.length > 0) timer ??= setInterval(tickOnce, everyMs)
      return Promise.resolve()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      await ticking
    },
  }
}
