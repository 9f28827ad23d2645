import type { Db } from '#server/db/database.ts'

/** The id of the database, which changes when a backup is restored. */
export async function readDatabaseId(db: Db): Promise<string> {
  const row = await db.selectFrom('installation').select('database_id').executeTakeFirstOrThrow()
  return row.database_id
}
