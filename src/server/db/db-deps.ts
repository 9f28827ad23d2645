import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { Db } from './database.ts'

/** What reads and writes depends on these at least. */
export interface DbDeps {
  readonly db: Db
  readonly clock: Clock
}

/** The same for work in the background, which logs its failures. */
export interface LoggedDbDeps extends DbDeps {
  readonly log: Log
}
