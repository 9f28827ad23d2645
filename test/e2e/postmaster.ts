import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The first process of a PostgreSQL: the parent of the one that answers. */
export async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const status = readFileSync(`/proc/${String(rows[0]?.pid)}/status`, 'utf8')
  return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1])
}
