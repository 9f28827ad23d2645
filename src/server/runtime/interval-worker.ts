import type { BackgroundWorker } from './background-worker.ts'
import { describeError, type Log } from './log.ts'
import { apart } from './work-context.ts'

interface IntervalWorkerDeps {
  /** For the log. */
  readonly name: string
  readonly everyMs: number
  /** The pause after a round that left nothing to do; as after others by default. */
  readonly idleEveryMs?: number
  /** The pause before the first round; as between others by default. */
  readonly firstAfterMs?: number
  /** One round; it may return false if it left nothing to do. Two rounds never run at once. The signal says that it is stopped. */
  readonly work: (signal: AbortSignal) => Promise<boolean> | Promise<void>
  /**
   * An announcement of this topic begins a round, and so does an interruption, in which some may have been missed: at once, or
   * after `afterMs`, if one announcement is often followed by others.
   */
  readonly wokenBy?: { readonly topic: string; readonly listener: Announcements; readonly afterMs?: number }
  /** Awaited by a start, before the first round; if it fails, the worker does not start. */
  readonly before?: () => Promise<void>
  /** Awaited by a stop, after the last round. */
  readonly after?: () => Promise<void>
  readonly log: Log
  /** The line that is logged with the error of a round that failed; the next round tries again. */
  readonly onFailure: string
}

interface Announcements {
  subscribe(subscriber: { announced(topic: string): void; rereadAll(): void }): () => void
}

/** The most that passes after a round that failed. */
const RETRY_MS = 10_000

/** A worker that does its work in every interval. */
interface IntervalWorker extends BackgroundWorker {
  /** Begins a round now, or as soon as the current one has ended. */
  wakeUp(): void
}

/** Creates a worker that does its work in every interval; stopping it waits for the round in progress. */
export function createIntervalWorker({
  name,
  everyMs,
  idleEveryMs = everyMs,
  firstAfterMs = everyMs,
  work,
  wokenBy,
  before,
  after,
  log,
  onFailure,
}: IntervalWorkerDeps): IntervalWorker {
  let isStarted = false
  // aborted while it is neither started nor starting
  let stopping = new AbortController()
  stopping.abort()
  let unsubscribe: (() => void) | undefined
  let timer: NodeJS.Timeout | null = null
  let waking: NodeJS.Timeout | null = null
  let round: Promise<void> | null = null
  let timesWoken = 0

  const workOnce = async () => {
    const wokenBefore = timesWoken
    let pauseMs: number
    try {
      pauseMs = (await work(stopping.signal)) === false ? idleEveryMs : everyMs
    } catch (error) {
      log.error({ error: describeError(error) }, onFailure)
      pauseMs = Math.min(everyMs, RETRY_MS)
    }
    round = null
    if (timesWoken !== wokenBefore) begin()
    else waitFor(pauseMs)
  }
  const begin = () => {
    if (!isStarted || round !== null) return
    if (timer !== null) clearTimeout(timer)
    round = apart(workOnce)
  }
  const waitFor = (ms: number) => {
    // workers that started together do not go on together: at once they would need a connection each
    if (isStarted) timer = setTimeout(begin, ms * (0.9 + Math.random() * 0.2))
  }
  const wakeUp = () => {
    timesWoken += 1
    begin()
  }
  const wakeUpSoon = () => {
    if (wokenBy?.afterMs === undefined) wakeUp()
    else
      waking ??= setTimeout(() => {
        waking = null
        wakeUp()
      }, wokenBy.afterMs)
  }
  return {
    name,
    wakeUp,
    async start() {
      if (!stopping.signal.aborted) return
      const run = new AbortController()
      stopping = run
      try {
        await before?.()
      } catch (error) {
        run.abort()
        throw error
      }
      // it was stopped meanwhile
      if (run.signal.aborted) return
      isStarted = true
      unsubscribe = wokenBy?.listener.subscribe({
        announced: (topic) => {
          if (topic === wokenBy.topic) wakeUpSoon()
        },
        rereadAll: wakeUpSoon,
      })
      waitFor(firstAfterMs)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      unsubscribe?.()
      if (timer !== null) clearTimeout(timer)
      if (waking !== null) clearTimeout(waking)
      timer = waking = null
      await round
      await after?.()
    },
  }
}
