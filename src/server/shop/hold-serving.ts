import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { openSession, type Session } from '#server/db/session.ts'
import { describeError, type Log } from '#server/runtime/log.ts'

/** Another process already serves from this data folder. */
class AlreadyServingError extends Error {
  constructor(dataFolder: string) {
    super(
      `another Keyhold serves from ${dataFolder}; stop it first, or set another KEYHOLD_DATA for this one`,
    )
    this.name = 'AlreadyServingError'
  }
}

/** The right to serve from an embedded database. */
export interface ServingHold {
  release(): Promise<void>
}

/** The lock of a killed process is released with its connection, which takes a moment. */
const LOCKED_FOR_MS = 2_000
const BETWEEN_TRIES_MS = 1_000

/**
 * Takes the lock that allows one process to serve, and keeps the embedded PostgreSQL running meanwhile: if its process
 * ends it is restarted on the same port.
 *
 * @throws {AlreadyServingError} if another process holds the lock.
 */
export async function holdServing(url: string, dataFolder: string, log: Log): Promise<ServingHold> {
  const releasing = new AbortController()
  const isReleased = () => releasing.signal.aborted
  let session = await lockServing(url, dataFolder)

  const bringBack = async (): Promise<void> => {
    const again = await startEmbeddedPostgres({ dataFolder })
    if (again.url !== url) throw new Error('the port of the embedded PostgreSQL is in use; restart Keyhold')
    session = await lockServing(url, dataFolder)
    log.info({}, 'the embedded PostgreSQL is running again')
  }
  const follow = async (): Promise<void> => {
    while (!isReleased()) {
      await session.ended
      if (isReleased()) return
      try {
        log.warn({}, 'the embedded PostgreSQL has ended and is restarted')
        await bringBack()
      } catch (error) {
        log.error(
          { error: describeError(error) },
          'the embedded PostgreSQL could not be restarted; it will be retried',
        )
        await delay(BETWEEN_TRIES_MS)
      }
    }
  }
  const following = follow()
  return {
    release: async () => {
      releasing.abort()
      await session.close()
      await following
    },
  }
}

async function lockServing(url: string, dataFolder: string): Promise<Session> {
  const session = await openSession(url, 'serve')
  const deadline = performance.now() + LOCKED_FOR_MS
  for (;;) {
    const [row] = await session.query<{ is_ours: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('keyhold serve', 0)) as is_ours`,
    )
    if (row?.is_ours === true) return session
    if (performance.now() > deadline) break
    await delay(100)
  }
  await session.close()
  throw new AlreadyServingError(dataFolder)
}
