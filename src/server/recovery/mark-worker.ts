import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/listener.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import type { DatabaseGuard } from './database-guard.ts'

interface MarkWorkerDeps {
  readonly db: Db
  readonly log: Log
  readonly listener: Listener
  readonly guard: DatabaseGuard
}

/** After a failure. */
const READ_EVERY_MS = 1_000
/** For announcements that were lost. */
const READ_SELDOM_MS = 3600_000

/**
 * Creates the worker that keeps the mark of this process up to date: events of orders are in their announcements, reserved
 * addresses are read.
 */
export function createMarkWorker({ db, log, listener, guard }: MarkWorkerDeps): BackgroundWorker {
  const reading = createIntervalWorker({
    name: 'high-water mark',
    everyMs: READ_EVERY_MS,
    idleEveryMs: READ_SELDOM_MS,
    work: async () => {
      await guard.refresh(db)
      return false
    },
    log,
    onFailure: 'the addresses that were reserved could not be read for the high-water mark; will retry',
  })
  let unsubscribe: (() => void) | null = null
  return {
    name: 'high-water mark',
    start: async () => {
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          const [, id, at] = /^event:(\d+):(\d+)$/.exec(topic) ?? []
          if (id !== undefined) guard.mark.note({ id: BigInt(id), at: new Date(Number(at)) })
          else if (topic.startsWith('addresses')) reading.wakeUp()
        },
        rereadAll: () => {
          reading.wakeUp()
        },
      })
      await reading.start()
      reading.wakeUp()
    },
    stop: async () => {
      unsubscribe?.()
      await reading.stop()
      await guard.mark.close()
    },
  }
}
