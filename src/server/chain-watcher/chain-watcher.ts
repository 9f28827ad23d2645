import { setTimeout as delay } from 'node:timers/promises'
import { ChainError, type ChainFault, type ChainReader } from '#server/chain/chain-reader.ts'
import { LeaseLostError } from '#server/db/fenced-database.ts'
import { describeError } from '#server/runtime/log.ts'
import { CHAIN_LOOK } from '#server/runtime/work-channels.ts'
import type { RailReason } from '#shared/api.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { RAILS, type Rail } from '#shared/rails.ts'
import { CursorMovedError } from './cursor.ts'
import { createChainWatch, type ChainWatchDeps } from './look-at-chain.ts'
import { lookPauseMs } from './look-pace.ts'
import { writeRailState } from './rail-states.ts'
import { recordLeftOut } from './record-left-out.ts'

/** Polls one chain repeatedly while its process is the leader. */
export interface ChainWatcher {
  readonly reader: ChainReader
  /** Starts to poll; resolves after the first poll, or when it is stopped. */
  start(): Promise<void>
  /** Waits for the current step to finish. */
  stop(): Promise<void>
  /** Polls now; resolves after a poll that started after the call, at the latest after `withinMs`. */
  nudge(withinMs: number): Promise<void>
}

export interface ChainWatcherDeps extends ChainWatchDeps {
  readonly everyMs: number
  /** Called if another process reads the same chain. */
  readonly onContested: () => void
}

const CHECK_NODES_EVERY_MS = 300_000
const STATE_EVERY_MS = 15_000
const MOST_PAUSE_MS = 60_000
/** Between the starts of two polls of real nodes. */
const LEAST_PAUSE_MS = 1_000
const MOST_OPEN_MS = 180_000

export function createChainWatcher(options: ChainWatcherDeps): ChainWatcher {
  const { reader, clock, log, everyMs } = options
  const { headMaxAgeS } = CHAIN_TABLE[reader.chain]
  /** Rails stay open this long after the last good poll: a node that is some blocks behind is nothing unusual. */
  const openForMs = Math.min(headMaxAgeS * 1000, MOST_OPEN_MS)
  const leastPauseMs = reader.isSimulated ? 0 : LEAST_PAUSE_MS
  const watchDeps: ChainWatchDeps = {
    ...options,
    onProgress: async (upTo) => {
      const isFar = clock().getTime() - upTo.at.getTime() > openForMs
      await reportState(isFar ? 'node_lags' : null)
    },
  }
  let watch = createChainWatch(watchDeps)
  let goodAt = 0
  let stopping = new AbortController()
  let running: Promise<void> | null = null
  let wake: () => void = () => undefined
  let waiters: (() => void)[] = []
  let failures = 0
  let checkedAt = 0
  let mismatches: readonly ChainFault[] = []
  let reportState = createStateReport(options)

  const checkNodes = async () => {
    if (clock().getTime() - checkedAt < CHECK_NODES_EVERY_MS) return
    const faults = await reader.check()
    mismatches = faults.filter((fault) => fault.kind === 'mismatch')
    for (const fault of mismatches) log.error({ chain: reader.chain, node: fault.endpoint }, fault.message)
    await recordLeftOut(options.db, reader.chain, faults, clock())
    checkedAt = clock().getTime()
  }

  /** Why the rails are closed; null while the last good poll is young enough, unless the node is on another network. */
  const lastingReasonOf = (error: unknown): RailReason | null => {
    const reason = reasonOf(error)
    return reason !== 'node_mismatch' && clock().getTime() - goodAt < openForMs ? null : reason
  }

  const nextPauseMs = async (): Promise<number> => {
    const pauseMs = await lookPauseMs(options.db, reader.chain, everyMs, clock())
    return pauseMs > everyMs && (await reader.awaitsBlocks?.()) === true ? everyMs : pauseMs
  }

  /** @returns how long to wait, in ms. */
  const step = async (): Promise<number> => {
    try {
      await checkNodes()
      // The reader leaves out a node of another network or with another token; without any other there is nothing to read.
      const hasNode = new Set(mismatches.map((fault) => fault.endpoint)).size < reader.endpointCount
      if (hasNode) await CHAIN_LOOK.tracePromise(() => watch.look(stopping.signal), { chain: reader.chain })
      failures = 0
      if (hasNode) goodAt = clock().getTime()
      await reportState(hasNode ? null : 'node_mismatch')
      return await nextPauseMs()
    } catch (error) {
      if (stopping.signal.aborted) return 0
      failures += 1
      if (error instanceof CursorMovedError || error instanceof LeaseLostError) options.onContested()
      const facts = { chain: reader.chain, error: describeError(error) }
      if (error instanceof ChainError) log.warn(facts, 'a chain cannot be read now; the cursor is unchanged')
      else log.error(facts, 'polling a chain failed; no block was skipped, it is retried')
      checkedAt = 0
      await reportState(lastingReasonOf(error)).catch((failure: unknown) => {
        log.error(
          { chain: reader.chain, error: describeError(failure) },
          'the state of a rail cannot be stored',
        )
      })
      return pauseMs(error, failures, everyMs)
    }
  }

  const pauseFor = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  const run = async () => {
    while (!stopping.signal.aborted) {
      const served = waiters
      waiters = []
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const leastPause = pauseFor(leastPauseMs)
      const pause = await step()
      for (const done of served) done()
      if (waiters.length === 0) await Promise.race([woken, pauseFor(pause)])
      // however often buyers press verify
      await leastPause
    }
    for (const done of waiters) done()
    waiters = []
  }

  return {
    reader,
    start: async () => {
      if (running !== null) return
      stopping = new AbortController()
      watch = createChainWatch(watchDeps)
      goodAt = 0
      reportState = createStateReport(options)
      const looked = new Promise<void>((resolve) => waiters.push(resolve))
      running = run()
      await looked
    },
    stop: async () => {
      stopping.abort()
      wake()
      await running
      running = null
    },
    nudge: async (withinMs) => {
      if (running === null) return
      const looked = new Promise<void>((resolve) => waiters.push(resolve))
      wake()
      await Promise.race([looked, delay(withinMs, undefined, { ref: false })])
    },
  }
}

/** Creates a function that stores the state of the chain's rails: when it changes, and every 15 s. */
function createStateReport({ reader, clock, db, policy }: ChainWatchDeps) {
  const rails = RAILS.filter((rail) => rail.chain === reader.chain && reader.assets.includes(rail.asset))
  let reported = { at: 0, reasons: '' }
  return async (failure: RailReason | null): Promise<void> => {
    const reasons = new Map<Rail, RailReason | null>()
    for (const rail of rails) {
      const hasRate = (await policy.rates.current(rail.symbol, policy.currency)) !== null
      reasons.set(rail, failure ?? (hasRate ? null : 'no_rate'))
    }
    const now = clock()
    const text = [...reasons.values()].join()
    if (text === reported.reasons && now.getTime() - reported.at < STATE_EVERY_MS) return
    for (const [rail, reason] of reasons) await writeRailState(db, rail, reason, reader.isSimulated, now)
    reported = { at: now.getTime(), reasons: text }
  }
}

function reasonOf(error: unknown): RailReason {
  if (!(error instanceof ChainError)) return 'node_down'
  if (error.kind === 'lags') return 'node_lags'
  return error.kind === 'mismatch' ? 'node_mismatch' : 'node_down'
}

/** The pause that the node asked for; otherwise doubled after each failure up to a minute, with jitter. Not doubled for a lag. */
function pauseMs(error: unknown, failures: number, everyMs: number): number {
  const requested = error instanceof ChainError ? error.retryAfterMs : null
  const isBehind = error instanceof ChainError && (error.kind === 'lags' || error.kind === 'inconsistent')
  const grown = isBehind ? everyMs : Math.min(MOST_PAUSE_MS, everyMs * 2 ** Math.min(failures - 1, 10))
  return Math.max(requested ?? 0, grown / 2 + (grown / 2) * Math.random())
}
