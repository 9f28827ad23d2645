import type pg from 'pg'
import * as z from 'zod'

const Row = z.object({
  chain: z.string(),
  height: z.int(),
  head_height: z.int(),
  finalized_height: z.int(),
  finality_reported: z.boolean().default(false),
  watched_until: z.string(),
  left_out: z.array(z.string()).nullish(),
  refused_read: z.string().nullish(),
})

/** What the process that reads a chain has stored about it. */
export interface StoredChain {
  readonly chain: string
  readonly height: number
  readonly head: number
  readonly finalized: number
  /** Whether a node has ever reported finality; otherwise blocks are final by depth. */
  readonly isFinalityReported: boolean
  /** The last time that everything up to the head was read; null if it never was. */
  readonly watchedUntil: Date | null
  /** The nodes that contradict what is configured: `'ethereum node 2'`. */
  readonly leftOut: readonly string[]
  /** A read that the nodes refuse although orders can be settled without it; null if none. */
  readonly refusedRead: string | null
}

/** Reads the stored state of every chain, also from a database of an earlier release, which lacks columns. */
export async function inspectChains(client: pg.Client): Promise<readonly StoredChain[]> {
  const { rows } = await client.query<{ row: unknown }>(
    `select coalesce(to_jsonb(s), '{}') || to_jsonb(c) as row
     from cursors c left join chain_states s on s.chain = c.chain order by c.chain`,
  )
  return rows.map(({ row }) => {
    const read = Row.parse(row)
    const watchedUntil = new Date(read.watched_until)
    return {
      chain: read.chain,
      height: read.height,
      head: read.head_height,
      finalized: read.finalized_height,
      isFinalityReported: read.finality_reported,
      // '-infinity' until the head was reached once
      watchedUntil: Number.isNaN(watchedUntil.getTime()) ? null : watchedUntil,
      leftOut: read.left_out ?? [],
      refusedRead: read.refused_read ?? null,
    }
  })
}
