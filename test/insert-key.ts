import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { TEST_CIPHER } from './installation-secret.ts'

/** The columns of a new row of `game_keys` with a key of its own, sealed. */
export function keyRow(text: string, edition = 'standard') {
  const place = { id: randomUUID(), game_edition: edition }
  return { ...place, ...TEST_CIPHER.seal(text, place) }
}

/** All keys of a table as rows with their text, in no order. */
export async function readKeyRows(db: Db) {
  const rows = await db.selectFrom('game_keys').selectAll().execute()
  return rows.map((row) => ({ ...row, game_key: TEST_CIPHER.open(row) }))
}
