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

/** Stores that missed blocks are being read; null once the head is reached. */
export async function recordCatchUp(
  db: Db,
  chain: ChainId,
  span: { readonly from: number; readonly to: number } | null,
): Promise<void> {
  await sql`
    insert into chain_states (chain, catch_up_from, catch_up_to)
    values (${chain}, ${span?.from ?? null}, ${span?.to ?? null})
    on conflict (chain) do update set
      catch_up_from = excluded.catch_up_from, catch_up_to = excluded.catch_up_to`.execute(db)
}

/** What is unusual about the reading of a chain, in English; no entry for a chain that is read as usual. */
export async function readChainNotes(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    chain: string
    refused_read: string | null
    catch_up_from: number | null
    catch_up_to: number | null
    height: number
  }>`
    select s.chain, s.refused_read, s.catch_up_from, s.catch_up_to, c.height
    from chain_states s join cursors c on c.chain = s.chain
    where s.refused_read is not null or s.catch_up_from is not null`.execute(db)
  return new Map(
    rows.map((row) => {
      const notes: string[] = []
      if (row.catch_up_from !== null && row.catch_up_to !== null)
        notes.push(describeCatchUp(row.catch_up_from, row.height, row.catch_up_to))
      if (row.refused_read !== null) notes.push('nodes refuse a read; see keyhold check')
      return [row.chain, notes.join('; ')]
    }),
  )
}

/** Such as `'reading missed blocks: 12000 of 192000 (6 %)'`. */
export function describeCatchUp(from: number, height: number, to: number): string {
  const [read, all] = [Math.max(0, height - from), Math.max(1, to - from)]
  const percent = Math.floor((100 * read) / all)
  return `reading missed blocks: ${String(read)} of ${String(all)} (${String(percent)} %)`
}
