import pg from 'pg'
import { codeOf } from './error-code.ts'
import { openClient } from './shop-client.ts'
import { withDatabaseName } from './split-hosts.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** The role of DATABASE_URL may not create databases. */
class CannotCreateDatabaseError extends Error {
  constructor() {
    super(
      'the role of DATABASE_URL may not create databases, so a restore cannot be tried; as administrator: alter role … createdb',
    )
    this.name = 'CannotCreateDatabaseError'
  }
}

/**
 * Runs `work` with a new, empty database on the server of `url`, and drops it afterwards. What a killed process left under
 * the same name is dropped first.
 *
 * @throws {CannotCreateDatabaseError} if the role may not create one.
 */
export async function withScratchDatabase<T>(
  url: string,
  name: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const client = await openClient({ url, kind: 'long', name: 'keyhold scratch' })
  const quoted = pg.escapeIdentifier(name)
  try {
    await client.query(`drop database if exists ${quoted} with (force)`)
    await client.query(`create database ${quoted} template template0 encoding 'UTF8'`)
    try {
      return await work(withDatabaseName(url, name))
    } finally {
      await client.query(`drop database if exists ${quoted} with (force)`)
    }
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) throw new CannotCreateDatabaseError()
    throw error
  } finally {
    await client.end()
  }
}

/** Drops what a killed process left of {@link withScratchDatabase}. */
export async function dropScratchDatabase(url: string, name: string): Promise<void> {
  const client = await openClient({ url, kind: 'long', name: 'keyhold scratch' })
  try {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  } finally {
    await client.end()
  }
}
