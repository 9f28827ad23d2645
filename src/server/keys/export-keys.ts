import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { csvLine } from '#shared/csv.ts'
import type { KeyListQuery } from '#shared/admin-api.ts'
import type { KeyCipher, StoredKey } from '#server/secrets/key-cipher.ts'
import { KEY_STATUS } from './key-counts.ts'
import { filterKeys, listKeys } from './list-keys.ts'

/** Keys per statement; only these are in memory at the same time. */
const BATCH = 5000

type KeyExportFilter = Pick<KeyListQuery, 'edition' | 'status' | 'q'>

/**
 * Yields the keys of a list as CSV lines with line ends, oldest first; with a search, in the list's order. Memory use
 * does not depend on their number.
 */
export async function* exportKeys(
  db: Db,
  cipher: KeyCipher,
  filter: KeyExportFilter,
): AsyncGenerator<string> {
  yield `${csvLine(['key', 'edition', 'status', 'created_at', 'used_at', 'buyer', 'order'])}\n`
  yield* filter.q === '' ? allKeys(db, cipher, filter) : foundKeys(db, cipher, filter)
}

interface Row extends StoredKey {
  readonly status: string
  readonly created_at: Date
  /** With microseconds; a Date has only milliseconds. */
  readonly created: string
  readonly handed_at: Date | null
  readonly payment_id: string | null
  readonly user_email: string | null
}

async function* allKeys(db: Db, cipher: KeyCipher, filter: KeyExportFilter): AsyncGenerator<string> {
  let after = { created: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql<Row>`
      select k.id, k.sealed_key, k.sealed_with, k.game_edition, ${KEY_STATUS} as status, k.created_at, k.created_at::text as created, k.handed_at,
        k.payment_id, p.user_email
      from game_keys k left join payments p on p.id = k.payment_id
      where ${filterKeys(filter)}
        and k.created_at >= ${after.created}::timestamptz
        and (k.created_at > ${after.created}::timestamptz
          or k.created_at = ${after.created}::timestamptz and k.id < ${after.id}::uuid)
      order by k.created_at, k.id desc limit ${BATCH}`.execute(db)
    for (const row of rows) {
      yield lineOf(row, cipher.open(row))
      after = row
    }
    if (rows.length < BATCH) return
  }
}

async function* foundKeys(db: Db, cipher: KeyCipher, filter: KeyExportFilter): AsyncGenerator<string> {
  for (let page = 1; ; page++) {
    const found = await listKeys(
      db,
      cipher,
      { ...filter, sort: 'newest', page, limit: 200 },
      { keys: true, emails: true },
    )
    for (const key of found.keys) {
      yield `${csvLine([
        key.game_key,
        key.game_edition,
        key.status,
        key.created_at,
        key.used_at,
        key.purchased_keys[0]?.user_email ?? null,
        key.payment_id,
      ])}\n`
    }
    if (page >= found.pagination.totalPages) return
  }
}

function lineOf(row: Row, key: string): string {
  return `${csvLine([
    key,
    row.game_edition,
    row.status,
    row.created_at.toISOString(),
    row.handed_at?.toISOString() ?? null,
    row.user_email,
    row.payment_id,
  ])}\n`
}
