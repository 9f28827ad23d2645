import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyListQuery, KeyPageEdges, KeyRow, KeyStatus, Pagination } from '#shared/admin-api.ts'
import type { KeyCipher, StoredKey } from '#server/secrets/key-cipher.ts'
import type { EditionId } from '#shared/editions.ts'
import { KEY_STATUS, KEYS_BY_STATUS } from './key-counts.ts'
import { keyColumnsOf, keyOrderOf, keyPositionIn, rangesBeyond } from './key-position.ts'
import { maskEmail } from './mask-key.ts'
import { showKey } from './show-key.ts'

/** What the user may see unmasked. */
export interface KeyVisibility {
  readonly keys: boolean
  readonly emails: boolean
}

/** The maximum a search counts, so that a search for one letter costs no more than one for an e-mail. */
const KEY_SEARCH_MAX = 2000

type KeyListParams = Omit<KeyListQuery, 'action'>

/**
 * Lists one page of keys. A search lists an exact match first, then keys by their last group, then keys by the
 * start of their buyer's e-mail if the reader may see e-mails. The page's ids come from an index only; no other rows are read.
 */
export async function listKeys(
  db: Db,
  cipher: KeyCipher,
  params: KeyListParams,
  visibility: KeyVisibility,
): Promise<{
  readonly keys: readonly KeyRow[]
  readonly pagination: Pagination
  readonly edges: KeyPageEdges
}> {
  const found =
    params.q === '' ? await readPage(db, params) : await searchPage(db, cipher, params, visibility)
  const { page, limit } = params
  const total = Math.min(found.total, params.q === '' ? found.total : KEY_SEARCH_MAX)
  return {
    keys: found.rows.map((row) => toKeyRow(row, cipher, visibility)),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit), hasMore: found.total > total },
    edges: found.edges,
  }
}

interface Row extends StoredKey {
  readonly game_edition: EditionId
  readonly is_used: boolean
  readonly status: KeyStatus
  readonly is_held: boolean
  readonly created_at: Date
  readonly handed_at: Date | null
  readonly retired_at: Date | null
  readonly payment_id: string | null
  readonly external_order_id: string | null
  readonly user_email: string | null
}

interface KeyPage {
  readonly rows: readonly Row[]
  readonly total: number
  readonly edges: KeyPageEdges
}

const COLUMNS = sql`
  k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, ${KEY_STATUS} as status, k.held_for is not null and k.held_until > now() as is_held,
  k.created_at, k.handed_at, k.retired_at, k.payment_id, k.external_order_id, p.user_email`

/**
 * A page by its number skips the rows before it, from the nearer end of the list. A page beyond or before a position begins
 * there, however far that is.
 */
async function readPage(db: Db, params: KeyListParams): Promise<KeyPage> {
  const { page, limit, sort, after, before } = params
  const total = await countAll(db, params)
  const skipped = (page - 1) * limit
  const fromEnd = Math.max(0, total - skipped - limit)
  const isBackwards = before !== undefined || (after === undefined && skipped < total && fromEnd < skipped)
  const position = before ?? after
  const ranges = position === undefined ? [sql<SqlBool>`true`] : rangesBeyond(sort, position, isBackwards)
  const shown = position !== undefined || !isBackwards ? limit : Math.min(limit, total - skipped)
  const offset = position !== undefined ? 0 : isBackwards ? fromEnd : skipped
  const order = keyOrderOf(sort, isBackwards)
  const parts = ranges.map(
    (range) => sql`(select ${keyColumnsOf(sort)} from game_keys k where ${filterKeys(params)} and ${range}
      order by ${order} limit ${shown + offset})`,
  )
  const { rows } = await sql<Row & { position: string }>`
    select ${COLUMNS}, ${keyPositionIn(sort)} as position from (
      select k.id from (${sql.join(parts, sql` union all `)}) k order by ${order} limit ${shown} offset ${offset}
    ) chosen
    join game_keys k on k.id = chosen.id left join payments p on p.id = k.payment_id
    order by ${keyOrderOf(sort)}`.execute(db)
  return {
    rows,
    total,
    edges: { first: rows[0]?.position ?? null, last: rows.at(-1)?.position ?? null },
  }
}

async function countAll(db: Db, { edition, status }: KeyListParams): Promise<number> {
  const { rows } = await KEYS_BY_STATUS.execute(db)
  return rows
    .filter((row) => edition === 'all' || edition === row.edition)
    .filter((row) => status === 'all' || status === row.status)
    .reduce((sum, { count }) => sum + Number(count), 0)
}

async function searchPage(
  db: Db,
  cipher: KeyCipher,
  params: KeyListParams,
  { emails }: Pick<KeyVisibility, 'emails'>,
): Promise<KeyPage> {
  const { page, limit, q } = params
  // keys of some publishers have small letters
  const texts = [...new Set([q, q.toUpperCase()])]
  const [keys, lastGroups] = [texts.map(cipher.hashKey), texts.map(cipher.hashLastGroup)]
  const start = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const most = KEY_SEARCH_MAX + 1
  const { rows } = await sql<Row & { total: bigint }>`
    with found as (
      (select k.id, 0 as rank, '' as email, k.created_at from game_keys k
        where k.key_hash = any(${keys}::bytea[]) and ${filterKeys(params)})
      union all
      (select k.id, 1, '', k.created_at from game_keys k
        where k.last_group_hash = any(${lastGroups}::bytea[]) and k.key_hash <> all(${keys}::bytea[]) and ${filterKeys(params)} limit ${most})
      union all
      (select k.id, 2, lower(b.user_email), k.created_at
        from payments b join game_keys k on k.payment_id = b.id
        where ${emails}::boolean and lower(b.user_email) like ${start} and b.delivered_at is not null
          and ${filterKeys(params)}
        order by lower(b.user_email) using ~<~ limit ${most})
    ), chosen as (
      select *, count(*) over () as total from found
      order by rank, email, created_at desc, id limit ${limit} offset ${(page - 1) * limit}
    )
    select ${COLUMNS}, chosen.total from chosen
    join game_keys k on k.id = chosen.id left join payments p on p.id = k.payment_id
    order by chosen.rank, chosen.email, chosen.created_at desc, chosen.id`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n), edges: { first: null, last: null } }
}

/** Builds the SQL condition of a list, on `game_keys k`. */
export function filterKeys({
  edition,
  status,
}: Pick<KeyListParams, 'edition' | 'status'>): RawBuilder<SqlBool> {
  const conditions = [
    ...(edition === 'all' ? [] : [sql<SqlBool>`k.game_edition = ${edition}`]),
    ...(status === 'all' ? [] : [hasStatus(status)]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Each is what an index is of. */
function hasStatus(status: KeyStatus): RawBuilder<SqlBool> {
  if (status === 'elsewhere') return sql<SqlBool>`k.status = 'retired' and k.external_order_id is not null`
  if (status === 'retired') return sql<SqlBool>`k.status = 'retired' and k.external_order_id is null`
  return sql<SqlBool>`k.status = ${status}`
}

function toKeyRow(row: Row, cipher: KeyCipher, visibility: KeyVisibility): KeyRow {
  const email = row.user_email
  const { text, isMasked } = showKey(cipher, row, visibility.keys)
  return {
    id: row.id,
    game_key: text,
    is_masked: isMasked,
    game_edition: row.game_edition,
    is_used: row.is_used,
    status: row.status,
    is_held: row.is_held,
    created_at: row.created_at.toISOString(),
    used_at: row.handed_at?.toISOString() ?? null,
    retired_at: row.retired_at?.toISOString() ?? null,
    payment_id: row.payment_id,
    external_order_id: row.external_order_id,
    purchased_keys: email === null ? [] : [{ user_email: visibility.emails ? email : maskEmail(email) }],
  }
}
