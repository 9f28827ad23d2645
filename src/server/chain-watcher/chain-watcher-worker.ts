import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Admit } from '#server/db/database.ts'
import { fenceDatabase } from '#server/db/fenced-database.ts'
import { createLeader } from '#server/db/leader.ts'
import type { Listener } from '#server/db/listener.ts'
import { announce } from '#server/live/announce.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'
import { createChainWatcher, type ChainWatcher } from './chain-watcher.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'

export interface ChainWatcherWorkerDeps extends LoggedDbDeps {
  readonly url: string
  readonly admit?: Admit | undefined
  readonly listener: Listener
  readonly policy: PaymentPolicy
  readonly readers: readonly ChainReader[]
  /** Other workers that only one process may run, such as fetching rates; they are started before the chains are read. */
  readonly alongside: readonly { start(): Promise<void>; stop(): Promise<void> }[]
}

/** Reads the chains; only one process does so at a time. */
export interface ChainWatcherWorker {
  readonly name: string
  /** Resolves once each chain was polled, or after a short time if a node is slow. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Requests a poll of a chain now, in the process that reads it. */
  lookNow(chain: ChainId): Promise<void>
}

const ROLE = 'chains'
const FIRST_LOOK_WITHIN_MS = 1_500
const LOOK_WITHIN_MS = 4_000
const SIMULATED_EVERY_MS = 1_000

export function createChainWatcherWorker(options: ChainWatcherWorkerDeps): ChainWatcherWorker {
  const { log, listener } = options
  // a process that was frozen and replaced must not write when it goes on
  const db = fenceDatabase(options.db, { role: ROLE, epoch: () => leader.epoch() })
  const watchers: readonly ChainWatcher[] = options.readers.map((reader) =>
    createChainWatcher({
      ...options,
      db,
      reader,
      everyMs: reader.isSimulated ? SIMULATED_EVERY_MS : CHAIN_TABLE[reader.chain].lookEveryMs,
      onContested: () => {
        log.warn({ chain: reader.chain }, 'another process reads this chain as well; stepping down')
        leader.stepDown()
      },
    }),
  )
  let elected: () => void = () => undefined
  const firstElection = new Promise<void>((resolve) => (elected = resolve))
  let looked: () => void = () => undefined
  const firstLooks = new Promise<void>((resolve) => (looked = resolve))

  const leader = createLeader({
    url: options.url,
    admit: options.admit,
    role: ROLE,
    log,
    onElected: async () => {
      for (const worker of options.alongside) await worker.start()
      elected()
      // simulated chains one after another: their polls at once would open a connection each
      const first = watchers.filter(({ reader }) => !reader.isSimulated).map((watcher) => watcher.start())
      for (const watcher of watchers) if (watcher.reader.isSimulated) await watcher.start()
      void Promise.all(first).then(looked)
    },
    onLost: async () => {
      await Promise.all(watchers.map((watcher) => watcher.stop()))
      for (const worker of options.alongside) await worker.stop()
    },
  })

  const nudge = async (chain: ChainId, withinMs: number) => {
    await Promise.all(watchers.filter((one) => one.reader.chain === chain).map((one) => one.nudge(withinMs)))
  }
  const unsubscribe = listener.subscribe({
    announced: (topic) => {
      const watcher = watchers.find((one) => topic === `look:${one.reader.chain}`)
      if (watcher === undefined || !leader.isLeader()) return
      watcher.nudge(0).catch((error: unknown) => {
        log.error({ chain: watcher.reader.chain, error: String(error) }, 'an early poll failed')
      })
    },
    // after failures it may pause for a minute
    rereadAll: () => {
      if (leader.isLeader()) for (const watcher of watchers) void watcher.nudge(0)
    },
  })

  return {
    name: 'payments',
    start: async () => {
      await leader.start()
      // if another process is the leader, there is nothing to wait for
      await atMost(FIRST_LOOK_WITHIN_MS, firstElection)
      if (leader.isLeader()) await atMost(FIRST_LOOK_WITHIN_MS, firstLooks)
    },
    stop: async () => {
      unsubscribe()
      await leader.stop()
      await Promise.all(options.readers.map((reader) => reader.close()))
    },
    lookNow: (chain) =>
      leader.isLeader() ? nudge(chain, LOOK_WITHIN_MS) : announce(options.db, `look:${chain}`),
  }
}

async function atMost(ms: number, done: Promise<void>): Promise<void> {
  await Promise.race([done, delay(ms, undefined, { ref: false })])
}
