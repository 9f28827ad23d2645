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
