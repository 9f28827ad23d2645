import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { announceNewKeys } from './announce-new-keys.ts'
import type { ImportContext } from './check-import.ts'

/** The outcome of {@link commitImport}. */
export type CommitImportResult =
  | { readonly kind: 'done'; readonly added: number }
  | { readonly kind: 'not-found' }
  /** It is running, or was committed before. */
  | { readonly kind: 'started' }

/** Keys per statement, which is one step of the progress bar. */
const BATCH = 5000

/**
 * Adds the good lines of a checked import, all or none, in the order of the list. Its row shows the progress. If the process
 * dies in between, the import can be committed again.
 *
 * @param db the pool, not an open transaction: progress is written outside of the import's transaction.
 * @param onProgress called with the number of keys added so far.
 */
export async function commitImport(
  db: Db,
  id: string,
  { actorId, now }: ImportContext,
  onProgress: (added: number) => void = () => undefined,
): Promise<CommitImportResult> {
  const outcome = await db.transaction().execute(async (tx): Promise<CommitImportResult> => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${'key import ' + id})) as "isOurs"`.execute(tx)
    const found = await tx
      .selectFrom('key_imports')
      .select(['status', 'lines', 'good'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (found === undefined || found.status === 'reading') return { kind: 'not-found' }
    if (rows[0]?.isOurs !== true || found.status === 'done') return { kind: 'started' }
    // two concurrent lists with the same keys in different order would deadlock
    await sql`select pg_advisory_xact_lock(hashtext('keyhold key imports'))`.execute(tx)
    // outside of the transaction, so that others see it
    await db.updateTable('key_imports').set({ status: 'running', added: 0 }).where('id', '=', id).execute()
    let added = 0
    for (let from = 0; from < found.lines; from += BATCH) {
      added += await addLines(tx, id, from, now)
      await db.updateTable('key_imports').set({ added }).where('id', '=', id).execute()
      onProgress(added)
    }
    await tx
      .updateTable('key_imports')
      .set({ status: 'done', added, finished_at: now })
      .where('id', '=', id)
      .execute()
    const subject = { kind: 'import', id } as const
    await recordAudit(tx, { at: now, actorId, action: 'keys.import', subject, facts: { added } })
    if (added > 0) await announceNewKeys(tx)
    return { kind: 'done', added }
  })
  // the keys are in the stock now, so the copies are deleted
  if (outcome.kind === 'done') {
    await db
      .deleteFrom('key_import_lines')
      .where('import_id', '=', id)
      .where('key_hash', 'is not', null)
      .where('is_duplicate', '=', false)
      .execute()
  }
  return outcome
}

/**
 * Creation times are a microsecond apart, so that keys are sold in the order of the list. A key added meanwhile is left
 * unchanged.
 */
async function addLines(tx: Db, id: string, from: number, now: Date): Promise<number> {
  const added = await sql`
    insert into game_keys (id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash, created_at)
    select key_id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash,
      ${now}::timestamptz + line_no * interval '1 microsecond'
    from key_import_lines
    where import_id = ${id} and line_no > ${from} and line_no <= ${from + BATCH}
      and key_hash is not null and not is_duplicate
    order by line_no
    on conflict (key_hash) do nothing`.execute(tx)
  return Number(added.numAffectedRows ?? 0n)
}

/** Deletes uncommitted imports, and the lines of committed ones, after a day. */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000)
  await db.deleteFrom('key_imports').where('created_at', '<', dayAgo).where('status', '<>', 'done').execute()
  await db
    .deleteFrom('key_import_lines')
    .where('import_id', 'in', db.selectFrom('key_imports').select('id').where('created_at', '<', dayAgo))
    .execute()
}
