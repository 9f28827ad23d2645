import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { networksOf } from '#server/payments/settle-due-orders.ts'
import type { ChainId } from '#shared/chains.ts'

/** Between polls of a chain that no order waits for; an order or a buyer's click ends the pause at once. */
const IDLE_EVERY_MS = 27_500
/** Money for an order that has expired, or for the rest of one, is expected mostly within this time. */
const RECENT_MS = 15 * 60_000

/**
 * The pause between two polls of a chain: the chain's own while an order waits for money or for blocks, or has expired a
 * moment ago; otherwise longer, since each poll costs calls.
 */
export async function lookPauseMs(db: Db, chain: ChainId, everyMs: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - RECENT_MS)
  const { rows } = await sql<{ is_busy: boolean }>`
    select exists (
      select from payments where crypto_network = any(${[...networksOf(chain)]})
        and (needs_settling or status in ('pending', 'detected')
          or (status in ('partial', 'expired') and expires_at > ${since}))
    ) as is_busy`.execute(db)
  if (rows[0]?.is_busy === true) return everyMs
  return Math.max(everyMs, IDLE_EVERY_MS * (0.91 + Math.random() * 0.18))
}
