import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/listener.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { recordMark } from './compare-with-mark.ts'

interface MarkWorkerDeps {
  readonly db: Db
  readonly log: Log
  readonly listener: Listener
  readonly settings: { readonly dataFolder: string }
}

/** Keeps the mark of this process's data folder up to date. */
export interface MarkWorker extends BackgroundWorker {
  /** Records the mark now. A failure is logged: orders do not depend on the data folder. */
  record(): Promise<void>
}

/** One write covers everything that happens within this time. */
const GATHER_MS = 100

/** Creates the worker that records the mark after every change of an order, in every process of the shop. */
export function createMarkWorker({ db, log, listener, settings }: MarkWorkerDeps): MarkWorker {
  let unsubscribe: (() => void) | null = null
  let recording: Promise<void> = Promise.resolve()
  let isPending = false

  const record = () => {
    recording = recording.then(async () => {
      try {
        await recordMark(db, settings.dataFolder)
      } catch (error) {
        log.error(
          { error: describeError(error) },
          'the high-water mark cannot be written to the data folder; a restore of an old database would not be noticed',
        )
      }
    })
    return recording
  }
  const recordSoon = () => {
    if (isPending) return
    isPending = true
    void delay(GATHER_MS, undefined, { ref: false }).then(() => {
      isPending = false
      return unsubscribe === null ? undefined : record()
    })
  }
  return {
    name: 'high-water mark',
    record,
    start: () => {
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic.startsWith('payment:') || topic === 'mails' || topic.startsWith('addresses')) recordSoon()
        },
        rereadAll: recordSoon,
      })
      recordSoon()
      return Promise.resolve()
    },
    stop: async () => {
      unsubscribe?.()
      unsubscribe = null
      await record()
    },
  }
}
