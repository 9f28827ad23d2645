import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { systemClock, type Clock } from '#server/runtime/clock.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { createDatabaseClock } from './database-clock.ts'
import type { DiskSpace } from './disk-space.ts'
import { createDiskWatch } from './disk-watch.ts'
import { diskFoldersOf, findClusterFolder } from './find-disk-folders.ts'
import { pullDueTimes, pullImpossibleTimes } from './pull-due-times.ts'
import { createTimeWitnesses, type TimeWitnesses } from './time-witnesses.ts'

export interface MachineDeps {
  readonly db: Db
  readonly settings: Parameters<typeof diskFoldersOf>[0]
  /** Where the embedded PostgreSQL keeps its files; null with another database. */
  readonly clusterFolder: string | null
  readonly isDatabaseFull: () => boolean
  readonly isDataRefused: () => boolean
  /** Whether what must outlive the machine cannot be recorded elsewhere. */
  readonly isRecordFailing: () => boolean
  readonly log: Log
}

/** What alerts, health and metrics say of the machine of a process. */
export interface MachineState {
  readonly host: string
  readonly disks: readonly DiskSpace[]
  /** How far this machine's clock is ahead of the database's, in seconds. */
  readonly aheadOfDatabaseS: number
  /** How far the database's clock is ahead of what nodes and blocks say, in seconds; null unless it is wrong. */
  readonly aheadOfWorldS: number | null
  /** Whether what must outlive the machine cannot be recorded elsewhere. */
  readonly isRecordFailing: boolean
}

/** The machine a process runs on: its disks and its clock. */
export interface Machine {
  /** The time of the database. */
  readonly clock: Clock
  readonly witnesses: TimeWitnesses
  /** Whether an order that is taken now could perhaps not be settled. */
  readonly isDiskFull: () => boolean
  readonly state: () => MachineState
  readonly syncClock: () => Promise<void>
  readonly worker: BackgroundWorker
}

const DISKS_EVERY_MS = 5_000
/** Of the looks at the disks, each third also asks for the time. */
const CLOCK_EVERY = 3

export function createMachine({ db, settings, log, ...deps }: MachineDeps): Machine {
  const time = createDatabaseClock(systemClock)
  const witnesses = createTimeWitnesses(time.clock)
  const disks = createDiskWatch({ ...deps, log })
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  time.onSetBack(async (byMs) => {
    log.error({ seconds: Math.round(byMs / 1000) }, 'the clock of the database was set back')
    await pullDueTimes(db, byMs, time.clock())
    await announce(db, 'mails', 'webhooks')
  })

  /** One failure does not keep the others from being looked at: a full disk is when the database may not answer. */
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work()
    } catch (error) {
      log.warn({ error: describeError(error) }, failure)
    }
  }
  const lookAtDisks = async () => {
    if (await disks.look()) await announce(db, 'rails')
  }
  const run = async () => {
    await attempt(() => pullImpossibleTimes(db, time.clock()), 'due times could not be checked')
    for (let look = 1; !stopping.signal.aborted; look += 1) {
      await attempt(lookAtDisks, 'the disks could not be looked at; will retry')
      if (look % CLOCK_EVERY === 0)
        await attempt(() => time.sync(db), 'the time of the database could not be read; will retry')
      await delay(DISKS_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  return {
    clock: time.clock,
    witnesses,
    isDiskFull: disks.isFull,
    state: () => ({
      host: hostname(),
      disks: disks.spaces(),
      aheadOfDatabaseS: time.machineAheadS(),
      aheadOfWorldS: witnesses.aheadS(),
      isRecordFailing: deps.isRecordFailing(),
    }),
    syncClock: () => time.sync(db),
    worker: {
      name: 'disks and clock',
      start: async () => {
        disks.watch(diskFoldersOf(settings, deps.clusterFolder ?? (await findClusterFolder(db))))
        await disks.look()
        running = run()
      },
      stop: async () => {
        stopping.abort()
        await running
      },
    },
  }
}
