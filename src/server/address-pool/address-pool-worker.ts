import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Listener } from '#server/db/listener.ts'
import { announce } from '#server/live/announce.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { CHAIN_TABLE, WALLETS, type Wallet } from '#shared/chains.ts'
import { distrustAddressPool, fillAddressPool, type FilledPool } from './fill-address-pool.ts'

interface AddressPoolWorkerDeps extends LoggedDbDeps {
  readonly listener: Listener
  readonly wallets: Readonly<Record<Wallet, Xpub | null>>
  readonly readers: readonly ChainReader[]
  /** Called after indexes were reserved, and before one of them is offered. */
  readonly onReserved?: () => Promise<void>
}

const SIZE_MIN = 20
const SIZE_MAX = 640
/** A pool grows at most this often. Orders that wait for an address say so several times a second. */
const GROWTH_PAUSE_MS = 300
/** Somebody else may use the same extended public key, so addresses that wait long are checked again. */
const RECHECK_MS = 3 * 3600_000
const FIRST_PAUSE_MS = 2_000
const PAUSE_MAX_MS = 60_000

/**
 * Creates the worker that keeps unused addresses ready for orders; it runs in the process that reads the chains. Its start
 * waits for the pools of simulated chains only: nodes are asked in the background.
 */
export function createAddressPoolWorker(deps: AddressPoolWorkerDeps): BackgroundWorker {
  const pools = WALLETS.flatMap((wallet) => {
    const xpub = deps.wallets[wallet]
    const readers = deps.readers.filter(({ chain }) => CHAIN_TABLE[chain].wallet === wallet)
    return xpub === null || readers.length === 0 ? [] : [createPool(deps, xpub, readers)]
  })
  let unsubscribe: (() => void) | null = null
  const wakeAll = () => {
    for (const pool of pools) pool.wake()
  }
  return {
    name: 'address pool',
    start: async () => {
      if (unsubscribe !== null) return
      unsubscribe = deps.listener.subscribe({
        announced: (topic) => {
          if (topic === 'addresses') wakeAll()
          for (const pool of pools) pool.announced(topic)
        },
        rereadAll: wakeAll,
      })
      const simulated = pools.filter((pool) => pool.isSimulated).map(({ fingerprint }) => fingerprint)
      await distrustAddressPool(deps.db, simulated)
      // one after another: each at once would open connections of its own
      for (const pool of pools) await pool.start()
    },
    stop: async () => {
      unsubscribe?.()
      unsubscribe = null
      await Promise.all(pools.map((pool) => pool.stop()))
    },
  }
}

interface Pool {
  readonly fingerprint: string
  /** Whether all its chains are simulated. */
  readonly isSimulated: boolean
  start(): Promise<void>
  /** Looks at the pool if the topic is about it. */
  announced(topic: string): void
  wake(): void
  stop(): Promise<void>
}

function createPool(deps: AddressPoolWorkerDeps, xpub: Xpub, readers: readonly ChainReader[]): Pool {
  const { db, clock, log } = deps
  const isSimulated = readers.every((reader) => reader.isSimulated)
  let stopping = new AbortController()
  let running: Promise<void> | null = null
  let wake: () => void = () => undefined
  let isWoken = false
  let size = SIZE_MIN
  let failures = 0
  let offered: string | null = null
  /** Whether an order has found no address since the last pass. */
  let isMissed = false
  let grownAt = -Infinity

  /** Addresses may be missing while the pool seems full: orders that are being made hold theirs until they commit. */
  const nextSize = (): number => {
    if (!isMissed) return Math.max(SIZE_MIN, size - 1)
    isMissed = false
    // with more addresses a node that does not answer would not answer either
    if (failures > 0 || performance.now() - grownAt < GROWTH_PAUSE_MS) return size
    grownAt = performance.now()
    return Math.min(size * 2, SIZE_MAX)
  }

  /** @returns how long to wait for the next pass, in ms. */
  const pass = async (): Promise<number> => {
    try {
      const recheckBefore = new Date(clock().getTime() - RECHECK_MS)
      size = nextSize()
      const filled = await fillAddressPool({ ...deps, xpub, readers }, { size, recheckBefore })
      report(log, xpub, filled)
      const chains = [...filled.offeredOn].sort().join()
      if (chains !== offered) await announce(db, 'rails')
      offered = chains
      failures = filled.failures.length === 0 ? 0 : failures + 1
    } catch (error) {
      failures += 1
      log.error({ error: describeError(error) }, 'the address pool could not be filled; it is retried')
    }
    return failures === 0 ? RECHECK_MS : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), PAUSE_MAX_MS)
  }

  /** Waits for the end of the pause or a wake-up. @returns whether another pass follows. */
  const waitForPass = async (pause: number): Promise<boolean> => {
    const woken = new Promise<void>((resolve) => (wake = resolve))
    if (!isWoken && !stopping.signal.aborted) {
      const timer = new AbortController()
      const waited = delay(pause, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
      await Promise.race([woken, waited])
      timer.abort()
    }
    isWoken = false
    return !stopping.signal.aborted
  }

  const run = async (firstPause: number) => {
    let pause = firstPause
    while (await waitForPass(pause)) pause = await pass()
  }

  const wakeUp = () => {
    isWoken = true
    wake()
  }

  return {
    fingerprint: xpub.fingerprint,
    isSimulated,
    start: async () => {
      stopping = new AbortController()
      size = SIZE_MIN
      isMissed = false
      running = run(isSimulated ? await pass() : 0)
    },
    announced: (topic) => {
      if (topic === `addresses:none:${xpub.fingerprint}`) isMissed = true
      else if (topic !== `addresses:taken:${xpub.fingerprint}`) return
      wakeUp()
    },
    wake: wakeUp,
    stop: async () => {
      stopping.abort()
      wake()
      await running
      running = null
    },
  }
}

function report(log: Log, { wallet, fingerprint }: Xpub, { skipped, failures }: FilledPool): void {
  for (const { chain, message } of failures)
    log.warn({ wallet, chain, error: message }, 'upcoming addresses cannot be checked now; it is retried')
  const [first] = skipped
  if (first === undefined) return
  log.warn(
    { wallet, fingerprint, chain: first.chain, index: first.index, count: skipped.length },
    'upcoming addresses were used before and are skipped: another shop or wallet works with this xpub',
  )
}
