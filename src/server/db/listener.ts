import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#server/runtime/log.ts'
import { openSession, type Session } from './session.ts'

/** Who wants to hear what is announced between the shop's processes. Both calls return at once. */
export interface AnnouncementSubscriber {
  /** A transaction that announced `topic` was committed. */
  announced(topic: string): void
  /** The connection was away: anything may have been announced. Read again. */
  rereadAll(): void
}

export interface Listener {
  /** @returns a function that ends the subscription. */
  subscribe(subscriber: AnnouncementSubscriber): () => void
  /** Ends once announcements are heard. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Whether announcements are heard right now. */
  isListening(): boolean
}

/** The one channel every announcement goes through; see `announce`. */
const CHANNEL = 'keyhold'
const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 5_000

/** Hears PostgreSQL's announcements on a connection of its own, which it makes anew whenever it breaks. */
export function createListener({ url, log }: { url: string; log: Log }): Listener {
  const subscribers = new Set<AnnouncementSubscriber>()
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  let session: Session | null = null
  let following: Promise<void> = Promise.resolve()

  const open = async (): Promise<Session> => {
    const opened = await openSession(url, 'listener')
    opened.onNotification((topic) => {
      for (const subscriber of subscribers) subscriber.announced(topic)
    })
    await opened.query(`listen ${CHANNEL}`)
    return opened
  }

  const follow = async (): Promise<void> => {
    while (!isStopping()) {
      await session?.ended
      session = null
      if (isStopping()) return
      log.warn({}, 'announcements are not heard: the connection to the database broke')
      await reopen()
    }
  }

  const reopen = async (): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !isStopping(); pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)) {
      try {
        session = await open()
        log.info({}, 'announcements are heard again')
        for (const subscriber of subscribers) subscriber.rereadAll()
        return
      } catch (error) {
        log.debug({ error }, 'the database is still away')
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
      // one that was being opened just now
      await session?.close()
    },
    isListening: () => session !== null,
  }
}
