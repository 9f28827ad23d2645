import { setTimeout as delay } from 'node:timers/promises'
import { describeError, type Log } from '#server/runtime/log.ts'
import { openSession, type Session } from './session.ts'

export interface LeaderOptions {
  readonly url: string
  /** Names what is led; one leader of each among all processes of a database. */
  readonly role: string
  readonly log: Log
  /** Begin the work that only one may do. */
  onElected(): Promise<void>
  /** End it; the role is free for others before this returns where the connection broke, after it elsewhere. */
  onLost(): Promise<void>
  /** How often a process without the role asks for it. */
  readonly askEveryMs?: number
}

export interface Leader {
  start(): Promise<void>
  stop(): Promise<void>
  isLeader(): boolean
  /** Gives the role up, for whoever asks next, oneself included after a pause. */
  stepDown(): void
}

/**
 * Holds an advisory lock on a connection of its own. Correctness never rests on it: a leader that was cut off may
 * work on for a moment beside its successor, which the cursors' compare-and-set makes harmless.
 */
export function createLeader(options: LeaderOptions): Leader {
  const { url, role, log, askEveryMs = 1_000 } = options
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
      // asking on a connection that broke fails, which ends this campaign for the next one
      while (!isStopping()) {
        if (await ask(session, role)) {
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

async function ask(session: Session, role: string): Promise<boolean> {
  const [row] = await session.query<{ is_ours: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('keyhold ' || $1, 0)) as is_ours`,
    [role],
  )
  return row?.is_ours === true
}
