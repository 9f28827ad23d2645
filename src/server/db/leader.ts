import { setTimeout as delay } from 'node:timers/promises'
import { describeError, type Log } from '#server/runtime/log.ts'
import { openSession, type Session } from './session.ts'

export interface LeaderOptions {
  readonly url: string
  /** The name of the role; each role has one leader among all processes of a database. */
  readonly role: string
  readonly log: Log
  /** Starts the work that only the leader may do. */
  onElected(): Promise<void>
  /** Stops that work. Others can take the role after this returns or, if the connection broke, already before. */
  onLost(): Promise<void>
  /** How often a process without the role tries to take it. */
  readonly retryEveryMs?: number
}

export interface Leader {
  start(): Promise<void>
  stop(): Promise<void>
  isLeader(): boolean
  /** Gives up the role; any process may take it next, including this one after a pause. */
  stepDown(): void
}

/**
 * Creates a leader election by an advisory lock on its own connection. Correctness does not depend on it: a leader that
 * lost its connection may run briefly beside its successor, which the cursors' compare-and-set makes harmless.
 */
export function createLeader(options: LeaderOptions): Leader {
  const { url, role, log, retryEveryMs: askEveryMs = 1_000 } = options
  const stopping = new AbortController()
  let isLeader = false
  let leaving: (() => void) | null = null
  let campaigning: Promise<void> = Promise.resolve()

  const isStopping = () => stopping.signal.aborted
  const pause = () => delay(askEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)

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
    const session = await openSession(url, `leader ${role}`)
    try {
      // a query on a broken connection throws, and the caller opens a new one
      while (!isStopping()) {
        if (await tryLock(session, role)) {
          await lead(session)
          return
        }
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
    isLeader = true
    log.info({ role }, 'elected')
    try {
      await options.onElected()
      await Promise.race([session.ended, left, stopped])
    } finally {
      isLeader = false
      leaving = null
      log.info({ role }, 'no longer elected')
      await options.onLost()
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
    isLeader: () => isLeader,
    stepDown: () => leaving?.(),
  }
}

async function tryLock(session: Session, role: string): Promise<boolean> {
  const [row] = await session.query<{ is_ours: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('keyhold ' || $1, 0)) as is_ours`,
    [role],
  )
  return row?.is_ours === true
}
