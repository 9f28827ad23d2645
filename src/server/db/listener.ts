import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#server/runtime/log.ts'
import type { Admit } from './database.ts'
import { ANNOUNCEMENTS } from './pg-connection.ts'
import { openSession, type Session } from './session.ts'

/** Receives announcements between the shop's processes. Both callbacks must return at once. */
export interface AnnouncementSubscriber {
  /** A transaction that announced `topic` has committed. */
  announced(topic: string): void
  /** The connection was interrupted, so announcements may have been missed: read everything again. */
  rereadAll(): void
}

export interface Listener {
  /** @returns a function that ends the subscription. */
  subscribe(subscriber: AnnouncementSubscriber): () => void
  /** Resolves once announcements are received. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Makes every subscriber read everything again: what it could not read or write may wait for long. */
  rereadAll(): void
  /** Whether announcements are currently received. */
  isListening(): boolean
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

interface ListenerOptions {
  readonly url: string
  readonly log: Log
  readonly admit?: Admit | undefined
}

/** Creates a listener for PostgreSQL notifications on its own connection, which it reopens after a failure. */
export function createListener({ url, log, admit }: ListenerOptions): Listener {
  const subscribers = new Set<AnnouncementSubscriber>()
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  let session: Session | null = null
  let following: Promise<void> = Promise.resolve()

  const open = async (): Promise<Session> => {
    const opened = await openSession(url, 'listener', admit)
    opened.onNotification((topic) => {
      for (const subscriber of subscribers) subscriber.announced(topic)
    })
    await opened.query(`listen ${ANNOUNCEMENTS}`)
    return opened
  }

  const follow = async (): Promise<void> => {
    while (!isStopping()) {
      await session?.ended
      session = null
      if (isStopping()) return
      log.warn({}, 'announcements are not received: the connection to the database broke')
      await reopen()
    }
  }

  const reopen = async (): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !isStopping(); pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        session = await open()
        log.info({}, 'announcements are received again')
        for (const subscriber of subscribers) subscriber.rereadAll()
        return
      } catch (error) {
        log.debug({ error }, 'the database is still unavailable')
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    subscribe: (subscriber) => {
      subscribers.add(subscriber)
      return () => {
        subscribers.delete(subscriber)
      }
    },
    start: async () => {
      session = await open()
      following = follow()
    },
    stop: async () => {
      stopping.abort()
      await session?.close()
      await following
      // a session that was just being opened
      await session?.close()
    },
    rereadAll: () => {
      for (const subscriber of subscribers) subscriber.rereadAll()
    },
    isListening: () => session !== null,
  }
}
