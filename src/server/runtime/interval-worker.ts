import type { BackgroundWorker } from './background-worker.ts'
import { describeError, type Log } from './log.ts'

interface IntervalWorkerDeps {
  /** For the log. */
  readonly name: string
  readonly everyMs: number
  /** One round; a round that takes longer than the interval is not started a second time. */
  readonly work: () => Promise<void>
  readonly log: Log
  /** The line that is logged with the error of a round that failed; the next round tries again. */
  readonly onFailure: string
}

/** Creates a worker that does its work in every interval; stopping it waits for the round in progress. */
export function createIntervalWorker({
  name,
  everyMs,
  work,
  log,
  onFailure,
}: IntervalWorkerDeps): BackgroundWorker {
  let timer: NodeJS.Timeout | null = null
  let round: Promise<void> | null = null
  const workOnce = () => {
    round ??= work()
      .catch((error: unknown) => {
        log.error({ error: describeError(error) }, onFailure)
      })
      .finally(() => {
        round = null
      })
  }
  return {
    name,
    start() {
      timer ??= setInterval(workOnce, everyMs)
      return Promise.resolve()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      await round
    },
  }
}
