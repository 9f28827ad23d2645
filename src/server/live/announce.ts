import type { Db } from '#server/db/database.ts'
import { announcementOf } from '#server/db/pg-connection.ts'
import type { ChainId } from '#shared/chains.ts'

/** A topic announced between the shop's processes: a payment, a chain to poll now, the pool of
 * an extended public key (by its fingerprint), or a shared topic. */
export type Topic =
  | `payment:${string}`
  | `look:${ChainId}`
  | 'counters'
  | 'rails'
  | 'mails'
  | 'keys'
  | 'addresses'
  | `addresses:${'taken' | 'none'}:${string}`
  | 'alerts'
  | 'game'
  | 'webhooks'

/** Notifies every process of a change; in a transaction, when and only if it commits. */
export async function announce(db: Db, ...topics: readonly Topic[]): Promise<void> {
  await db.executeQuery(announcementOf(topics))
}
