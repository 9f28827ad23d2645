import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** PostgreSQL lists a session until it notices that the other side is gone, on a busy machine some time after the process ended. */
const LEAVING_MS = 1_000
const EVERY_MS = 50

/**
 * Whether a shop or another command uses the database of `client`. Sessions that end within a second do not count: they are of a
 * process that was just stopped.
 *
 * @param except names of sessions that do not count, such as `'keyhold migrate'`.
 */
export async function isUsedByOthers(client: pg.Client, except: readonly string[] = []): Promise<boolean> {
  const givesUpAt = performance.now() + LEAVING_MS
  while (await hasOthers(client, except)) {
    if (performance.now() > givesUpAt) return true
    await delay(EVERY_MS)
  }
  return false
}

async function hasOthers(client: pg.Client, except: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'keyhold%' and application_name <> all ($1)`,
    [except],
  )
  return rowCount !== 0
}
