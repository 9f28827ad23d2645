import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { fillTables, LARGE_TABLES } from './fill-tables.ts'
import type { Statement } from './statement-files.ts'

/** The same on any machine. */
const SETTINGS = ['jit = off', 'max_parallel_workers_per_gather = 0', "work_mem = '4MB'"]

/** Fills a migrated database, and gives each statement that concerns a large table its plan. */
export async function explainStatements(
  db: Db,
  statements: readonly Pick<Statement, 'sender' | 'text'>[],
): Promise<readonly Statement[]> {
  await fillTables(db)
  return db.connection().execute(async (one) => {
    for (const setting of SETTINGS) await sql.raw(`set ${setting}`).execute(one)
    const explained: Statement[] = []
    for (const { sender, text } of statements)
      explained.push({ sender, text, plan: await explain(one, text) })
    return explained
  })
}

async function explain(db: Db, text: string): Promise<readonly string[]> {
  if (!/^(?:select|update|delete|insert|with)\b/.test(text)) return []
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (generic_plan, costs off) ${sql.raw(text)}`
    .execute(db)
    .catch((cause: unknown) => {
      throw new Error(`expected PostgreSQL to explain this statement:\n${text}`, { cause })
    })
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.some((line) => LARGE_TABLES.has(/ Scan\b.* on (\w+)/.exec(line)?.[1] ?? '')) ? lines : []
}
