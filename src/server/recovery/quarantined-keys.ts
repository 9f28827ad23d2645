import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { showKey } from '#server/keys/show-key.ts'
import { announce } from '#server/live/announce.ts'
import type { KeyCipher, StoredKey } from '#server/secrets/key-cipher.ts'
import { csvLine } from '#shared/csv.ts'
import { KEY_PAGE_SIZE } from '#shared/constants.ts'
import type { QuarantineDecision, QuarantinedKeyRow, QuarantinedKeysReply } from '#shared/recovery-api.ts'
import { completePart, lockOpenRecovery } from './recoveries.ts'

/** The number of keys set aside, by edition. */
export async function countQuarantined(
  db: Db,
): Promise<readonly { readonly edition: string; readonly count: number }[]> {
  const { rows } = await sql<{ edition: string; count: bigint }>`
    select game_edition as edition, count(*) as count from game_keys
    where quarantined_at is not null group by 1 order by 1`.execute(db)
  return rows.map(({ edition, count }) => ({ edition, count: Number(count) }))
}

/** Lists one page of the keys set aside, oldest first. @param isPlain whether the caller may see keys unmasked. */
export async function listQuarantined(
  db: Db,
  cipher: KeyCipher,
  page: number,
  isPlain: boolean,
): Promise<Omit<QuarantinedKeysReply, 'success'>> {
  const rows = await readQuarantined(db, KEY_PAGE_SIZE, (page - 1) * KEY_PAGE_SIZE)
  const counts = await countQuarantined(db)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return {
    keys: rows.map((row): QuarantinedKeyRow => ({
      id: row.id,
      game_key: showKey(cipher, row, isPlain).text,
      game_edition: row.game_edition,
      quarantined_at: row.quarantined_at.toISOString(),
    })),
    pagination: {
      page,
      limit: KEY_PAGE_SIZE,
      total,
      totalPages: Math.ceil(total / KEY_PAGE_SIZE),
      hasMore: false,
    },
  }
}

/** Keys per statement of an export; only these are in memory at the same time. */
const BATCH = 5000

/** Yields all keys set aside as CSV lines with line ends, oldest first. */
export async function* exportQuarantined(db: Db, cipher: KeyCipher): AsyncGenerator<string> {
  yield `${csvLine(['key', 'edition', 'id', 'set_aside_at'])}\n`
  for (let offset = 0; ; offset += BATCH) {
    const rows = await readQuarantined(db, BATCH, offset)
    for (const row of rows)
      yield `${csvLine([cipher.open(row), row.game_edition, row.id, row.quarantined_at.toISOString()])}\n`
    if (rows.length < BATCH) return
  }
}

/** In the order in which `claim-keys.ts` hands keys out. */
async function readQuarantined(db: Db, limit: number, offset: number) {
  const { rows } = await sql<StoredKey & { readonly quarantined_at: Date }>`
    select id, sealed_key, sealed_with, game_edition, quarantined_at from game_keys
    where quarantined_at is not null order by created_at, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Who decides, and when. `actorId` is null on the command line. */
interface Decider {
  readonly actorId: string | null
  readonly now: Date
}

/** The number of keys that a decision changed, and whether the shop takes orders again because of it. */
export interface DecisionResult {
  readonly changed: number
  readonly isFinished: boolean
}

/**
 * Decides about keys that are set aside: each returns to the stock, or stays retired for good since it was sent. Ids of other
 * keys are ignored, so that a repeated decision changes nothing. When none is left, this half of the recovery is done.
 */
export async function decideQuarantined(
  db: Db,
  decision: QuarantineDecision,
  { actorId, now }: Decider,
): Promise<DecisionResult> {
  return db.transaction().execute(async (tx) => {
    const recovery = await lockOpenRecovery(tx)
    const isSent = decision.decision === 'sent'
    const chosen = 'keyIds' in decision ? sql`and id = any(${decision.keyIds}::uuid[])` : sql``
    const { rows } = await sql<{ id: string }>`
      update game_keys set quarantined_at = null ${isSent ? sql`` : sql`, retired_at = null`}
      where quarantined_at is not null ${chosen} returning id`.execute(tx)
    const action = isSent ? ('recovery.keys-retire' as const) : ('recovery.keys-release' as const)
    const facts = isSent ? { retired: rows.length } : { released: rows.length }
    const all = { at: now, actorId, action, subject: { kind: 'keys', id: 'quarantined' } as const, facts }
    const each = rows.map(({ id }) => ({ at: now, actorId, action, subject: { kind: 'key', id } as const }))
    await recordAudit(tx, ...('keyIds' in decision ? each : [all]))
    await announce(tx, 'keys')
    const isDone = decision.decision === 'rest_to_stock' || (await countQuarantined(tx)).length === 0
    if (recovery === null || recovery.keys_done_at !== null || !isDone)
      return { changed: rows.length, isFinished: false }
    return { changed: rows.length, ...(await completePart(tx, recovery, 'keys_done_at', now)) }
  })
}

/** Retires those of the keys set aside that a record says were handed out, for good. @param hashes of keys, as in `key_hash`. */
export async function retireHandedOut(tx: Db, hashes: readonly Buffer[]): Promise<number> {
  const result = await sql`
    update game_keys set quarantined_at = null
    where quarantined_at is not null and key_hash = any(${[...hashes]}::bytea[])`.execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}

/**
 * Retires those of the keys set aside that were sent, for good.
 *
 * @param sent whole keys.
 * @returns the number retired, and how many of the texts are no key that is set aside.
 */
export async function retireSentKeys(
  db: Db,
  cipher: KeyCipher,
  sent: readonly string[],
  now: Date,
): Promise<{ readonly retired: number; readonly unknown: number }> {
  const keys = [...new Set(sent)]
  return db.transaction().execute(async (tx) => {
    const retired = await retireHandedOut(tx, keys.map(cipher.hashKey))
    const subject = { kind: 'keys', id: 'quarantined' } as const
    await recordAudit(tx, {
      at: now,
      actorId: null,
      action: 'recovery.keys-retire',
      subject,
      facts: { retired },
    })
    return { retired, unknown: keys.length - retired }
  })
}
