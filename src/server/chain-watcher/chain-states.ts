import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/**
 * Stores which reads the chain's nodes refuse although orders can be settled without them; null if none is refused. The
 * time of the first refusal is kept.
 */
export async function recordRefusedReads(
  db: Db,
  chain: ChainId,
  refused: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into chain_states (chain, refused_read, refused_since)
    values (${chain}, ${refused}, ${refused === null ? null : now}::timestamptz)
    on conflict (chain) do update set
      refused_read = excluded.refused_read,
      refused_since = case when excluded.refused_read is null then null
        else coalesce(chain_states.refused_since, excluded.refused_since) end`.execute(db)
}
