import type { SimChain } from './sim-chain.ts'

/** A simulated chain to which time adds blocks, while it is started. */
export interface PacedSimChain extends SimChain {
  start(): void
  stop(): void
}

const BLOCK_EVERY_MS = 1000
/** More than the pause between two polls. After a longer one, such as a machine's sleep, the chain goes on without the rest. */
const MISSED_MAX = 120

/**
 * Lets a simulated chain have one more block each second. They are written when somebody asks for the newest block or
 * changes the chain, all that are missing at once, with the times at which they were due: a chain that nobody reads costs
 * nothing.
 *
 * @param monotonicMs a clock that the demo does not move.
 */
export function createPacedSimChain(
  sim: SimChain,
  monotonicMs: () => number = () => performance.now(),
): PacedSimChain {
  /** When the newest block was due; null while stopped. */
  let minedAt: number | null = null
  const mineDue = async () => {
    if (minedAt === null) return
    const now = monotonicMs()
    const due = Math.floor((now - minedAt) / BLOCK_EVERY_MS)
    if (due === 0) return
    minedAt += due * BLOCK_EVERY_MS
    const [count, newestAgeMs] = [Math.min(due, MISSED_MAX), now - minedAt]
    await sim.tick(
      Array.from({ length: count }, (_, index) => newestAgeMs + (count - 1 - index) * BLOCK_EVERY_MS),
    )
  }
  const { reader } = sim
  return {
    ...sim,
    reader: {
      ...reader,
      // may change with the demo's faults
      get endpointCount() {
        return reader.endpointCount
      },
      head: async (atLeast) => {
        await mineDue()
        return reader.head(atLeast)
      },
    },
    tick: async (agesMs) => {
      await mineDue()
      await sim.tick(agesMs)
    },
    mine: async (blocks) => {
      await mineDue()
      return sim.mine(blocks)
    },
    reorg: async (options) => {
      await mineDue()
      return sim.reorg(options)
    },
    start: () => {
      minedAt = monotonicMs()
    },
    stop: () => {
      minedAt = null
    },
  }
}
