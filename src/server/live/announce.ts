import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/** What may be announced between the shop's processes: a payment's own topic, a chain to look at now, or a shared one. */
export type Topic = `payment:${string}` | `look:${ChainId}` | 'counters' | 'rails' | 'mails' | 'keys'

/** The one PostgreSQL channel every announcement goes through. */
export const ANNOUNCEMENTS = 'keyhold'

/** Tells every process that something changed; in a transaction, once it commits and only then. */
export async function announce(db: Db, ...topics: readonly Topic[]): Promise<void> {
  await sql`select pg_notify(${ANNOUNCEMENTS}, topic) from unnest(${topics}::text[]) topic`.execute(db)
}
