import { setTimeout as delay } from 'node:timers/promises'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { Admit } from './database.ts'
import { beginLease, endStaleLeader, findStaleLeader, renewLease } from './lease.ts'
import { openSession, type Session } from './session.ts'

export interface LeaderOptions {
  readonly url: string
  /** The name of the role; each role has one leader among all processes of a database. */
  readonly role: string
  readonly log: Log
  readonly admit?: Admit | undefined
  /** Starts the work that only the leader may do. */
  onElected(): Promise<void>
  /** Stops that work. Others can take the role after this returns or, if the connection broke, already before. */
  onLost(): Promise<void>
  /** How often a process without the role tries to take it. */
  readonly retryEveryMs?: number
  /** How often the leader renews its lease. */
  readonly beatEveryMs?: number
  /** How sessions are opened; over the network unless given. */
  readonly open?: typeof openSession
  /** Resolves after so many ms, earlier if the signal is aborted; of real time unless given. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface Leader {
  start(): Promise<void>
  stop(): Promise<void>
  isLeader(): boolean
  /** The epoch of this process's lease, for `fenceDatabase`; null if it does not have the role. */
  epoch(): number | null
  /** Gives up the role; any process may take it next, including this one after a pause. */
  stepDown(): void
}

/**
 * Creates a leader election by an advisory lock on its own connection, and a lease that the leader renews. A process that
 * ends frees the lock at once. One that is frozen keeps it, but no longer renews its lease: then another process ends its
 * session and takes the role. A leader that lost its connection may run beside its successor until it notices; what it
 * writes through `fenceDatabase` is rolled back.
 */
export function createLeader(options: LeaderOptions): Leader {
  const { url, role, log, admit, retryEveryMs: askEveryMs = 1_000, beatEveryMs = 3_000 } = options
  const { open = openSession, pause: pauseFor = pauseForReal } = options
  const stopping = new AbortController()
  let epoch: number | null = null
  let leaving: (() => void) | null = null
  let campaigning: Promise<void> = Promise.resolve()

  const isStopping = () => stopping.signal.aborted
  const pause = () => pauseFor(askEveryMs, stopping.signal)

  const campaign = async (): Promise<void> => {
    while (!isStopping()) {
      try {
        await withSession()
      } catch (error) {
        log.warn({ role, error: describeError(error) }, 'the connection of the leader cannot be opened')
      }
      await pause()
    }
  }

  const withSession = async (): Promise<void> => {
    const session = await open(url, `leader ${role}`, admit)
    try {
      let suspect: number | null = null
      // a query on a broken connection throws, and the caller opens a new one
      while (!isStopping()) {
        if (await tryLock(session, role)) {
          await lead(session)
          return
        }
        const stale = await findStaleLeader(session, role)
        // seen twice: a successor would have its lease by now
        const isEnded: boolean =
          stale !== null && stale === suspect && (await endStaleLeader(session, role, stale))
        if (isEnded) log.warn({ role }, 'the leader has not renewed its lease; it is replaced')
        suspect = isEnded ? null : stale
        await pause()
      }
    } finally {
      await session.close()
    }
  }

  const lead = async (session: Session): Promise<void> => {
    const left = new Promise<void>((resolve) => (leaving = resolve))
    const stopped = new Promise<void>((resolve) => {
      if (isStopping()) resolve()
      stopping.signal.addEventListener('abort', () => {
        resolve()
      })
    })
    const begun = await beginLease(session, role)
    epoch = begun
    log.info({ role, epoch }, 'elected')
    const beating = new AbortController()
    const lost = beat(session, begun, beating.signal)
    try {
      await options.onElected()
      await Promise.race([session.ended, left, stopped, lost])
    } finally {
      epoch = null
      leaving = null
      beating.abort()
      await lost
      log.info({ role }, 'no longer elected')
      await options.onLost()
    }
  }

  /** Renews the lease until the signal ends it; resolves earlier if another process has taken the lease. */
  const beat = async (session: Session, current: number, signal: AbortSignal): Promise<void> => {
    for (;;) {
      await pauseFor(beatEveryMs, signal)
      if (signal.aborted) return
      try {
        if (await renewLease(session, role, current)) continue
        log.warn({ role }, 'another process has taken the lease')
      } catch (error) {
        log.warn({ role, error: describeError(error) }, 'the lease cannot be renewed')
      }
      return
    }
  }

  return {
    start: () => {
      campaigning = campaign()
      return Promise.resolve()
    },
    stop: async () => {
      stopping.abort()
      await campaigning
    },
    isLeader: () => epoch !== null,
    epoch: () => epoch,
    stepDown: () => leaving?.(),
  }
}

async function pauseForReal(ms: number, signal: AbortSignal): Promise<void> {
  // aborted: the pause is over
  await delay(ms, undefined, { signal }).catch(() => undefined)
}

async function tryLock(session: Session, role: string): Promise<boolean> {
  const [row] = await session.query<{ is_ours: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('keyhold ' || $1, 0)) as is_ours`,
    [role],
  )
  return row?.is_ours === true
}
