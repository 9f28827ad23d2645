import { AsyncLocalStorage } from 'node:async_hooks'

/** What ends by itself once the world's time has come: limits, and pauses of the shop. */
export interface Timers {
  /**
   * Runs something when so much of the world's time has passed.
   *
   * @param awaited whether time goes on to it when nothing else is under way.
   * @returns a function that cancels it.
   */
  after(ms: number, awaited: Awaited, run: () => Promise<readonly string[]>): () => void
  /** When the next timer ends that somebody waits for; null if there is none. */
  nextAwaitedMs(): number | null
  /** Runs what is due, the earliest first. @returns what was delivered, for the log. */
  runDue(): Promise<readonly string[]>
}

/** `'awaited'`: an operation is under way until then. `'idle'`: nothing is. */
type Awaited = 'awaited' | 'idle'

interface Timer {
  readonly atMs: number
  readonly awaited: Awaited
  readonly run: () => Promise<readonly string[]>
}

/** Creates the timers of one run. @param now the world's time, in ms. */
export function createTimers(now: () => number): Timers {
  let timers: readonly Timer[] = []
  const first = (some: readonly Timer[]): Timer | undefined => {
    let found = some[0]
    for (const one of some) if (found !== undefined && one.atMs < found.atMs) found = one
    return found
  }
  const remove = (timer: Timer) => void (timers = timers.filter((one) => one !== timer))
  return {
    after(ms, awaited, run) {
      const timer = { atMs: now() + ms, awaited, run }
      timers = [...timers, timer]
      return () => {
        remove(timer)
      }
    },
    nextAwaitedMs: () => first(timers.filter(({ awaited }) => awaited === 'awaited'))?.atMs ?? null,
    async runDue() {
      const delivered: string[] = []
      for (;;) {
        const due = first(timers.filter(({ atMs }) => atMs <= now()))
        if (due === undefined) return delivered
        remove(due)
        delivered.push(...(await due.run()))
      }
    },
  }
}

/** Whether a process can do something now, and whether it still exists. */
interface Owner {
  readonly isAlive: boolean
  readonly frozenFor: number
}

/** The process whose code runs. */
export const currentProcess = new AsyncLocalStorage<Owner>()

const real = { setInterval, clearInterval }

/**
 * Lets the intervals of processes go by the world's time; those of a process that is frozen pause, and those of one that
 * was killed end with it.
 *
 * @returns a function that gives the real ones back.
 */
export function timeIntervals(timers: Timers): () => void {
  const repeat = (run: () => void, ms = 0) => {
    const owner = currentProcess.getStore()
    let isCleared = false
    const next = () =>
      timers.after(ms, 'idle', () => {
        if (isCleared || owner?.isAlive === false) return Promise.resolve([])
        if (owner === undefined || owner.frozenFor === 0) run()
        next()
        return Promise.resolve([])
      })
    next()
    return { clear: () => (isCleared = true) }
  }
  Object.assign(globalThis, {
    setInterval: repeat,
    clearInterval: (timer: { clear(): void } | undefined) => timer?.clear(),
  })
  return () => Object.assign(globalThis, real)
}
