import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { LINE_FAULTS, type LineFault } from '#shared/import-api.ts'

/** A line that was not understood. */
export interface BadLine {
  readonly number: number
  readonly fault: LineFault
}

/** How many lines have a fault, and the first of them. */
export interface FaultCount {
  readonly fault: LineFault
  readonly count: number
  lines: number[]
}

/** Line numbers reported for each fault. */
const REPORTED_MAX = 100

/** Stores why lines of an import are bad. */
export async function storeFaults(db: Db, importId: string, lines: readonly BadLine[]): Promise<void> {
  if (lines.length === 0) return
  const numbers = lines.map(({ number }) => number)
  const faults = lines.map(({ fault }) => fault)
  await sql`
    insert into key_import_faults (import_id, line_no, fault)
    select ${importId}, * from unnest(${numbers}::int[], ${faults}::text[])`.execute(db)
}

/** The faults of an import, in the order of {@link LINE_FAULTS}. */
export async function readFaults(db: Db, importId: string): Promise<FaultCount[]> {
  const { rows } = await sql<{ fault: LineFault; count: bigint; lines: number[] }>`
    select fault, count(*) as count,
      (array_agg(line_no order by line_no))[1:${sql.lit(REPORTED_MAX)}] as lines
    from key_import_faults where import_id = ${importId} group by fault`.execute(db)
  return rows
    .map((row) => ({ ...row, count: Number(row.count) }))
    .sort((a, b) => LINE_FAULTS.indexOf(a.fault) - LINE_FAULTS.indexOf(b.fault))
}
