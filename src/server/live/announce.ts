import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** What may be announced between the shop's processes: a payment's own topic, or one of the shared ones. */
export type Topic = `payment:${string}` | 'counters' | 'rails' | 'mails' | 'keys'

/** The one PostgreSQL channel every announcement goes through. */
export const ANNOUNCEMENTS = 'keyhold'

/** Tells every process that something changed; in a transaction, once it commits and only then. */
export async function announce(db: Db, topic: Topic): Promise<void> {
  await sql`select pg_notify(${ANNOUNCEMENTS}, ${topic})`.execute(db)
}
