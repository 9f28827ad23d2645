import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/** A topic announced between the shop's processes: a payment, a chain to poll now, or a shared topic. */
export type Topic =
  | `payment:${string}`
  | `look:${ChainId}`
  | 'counters'
  | 'rails'
  | 'mails'
  | 'keys'
  | 'addresses'
  | 'alerts'
  | 'webhooks'

/** The PostgreSQL channel of all announcements. */
const ANNOUNCEMENTS = 'keyhold'

/** Notifies every process of a change; in a transaction, when and only if it commits. */
export async function announce(db: Db, ...topics: readonly Topic[]): Promise<void> {
  await sql`select pg_notify(${ANNOUNCEMENTS}, topic) from unnest(${topics}::text[]) topic`.execute(db)
}
