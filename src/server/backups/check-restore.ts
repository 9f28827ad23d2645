import { sql } from 'kysely'
import { readBackup, type BackupTable } from '#server/db/backup-file.ts'
import type { Db } from '#server/db/database.ts'
import { restoreDatabase } from '#server/db/restore-database.ts'
import { withScratchDatabase } from '#server/db/scratch-database.ts'
import { requireSecret } from '#server/db/settle-secret.ts'
import { readSecrets, type SecretSource } from '#server/secrets/secret-file.ts'
import { openKeyCipher } from '#server/keys/open-key-cipher.ts'
import { auditKeys, readAbandonedSecrets } from '#server/keys/require-readable-keys.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'

/** What a restore is tried with. */
export interface RestoreCheckDeps {
  /** Of a role that may create databases. */
  readonly ownerUrl: string
  /** The shop's own database, after which the scratch database is named. */
  readonly databaseId: string
  readonly secrets: SecretSource
  /** What backups may be encrypted with. */
  readonly backupKeys: readonly Uint8Array[]
  readonly signal?: AbortSignal
}

/** The restored database is not what the backup holds. */
class RestoreCheckError extends Error {
  override readonly name = 'RestoreCheckError'
}

/** The name of the scratch database: the same each time, so that one left by a killed process is found. */
export function scratchNameFor(databaseId: string): string {
  return `keyhold_check_${databaseId.replaceAll('-', '')}`
}

/**
 * Restores a backup into a scratch database, which is dropped afterwards: the checksum, the rows of each table, all
 * constraints, the secret it needs, and that its keys can be read.
 *
 * @returns when the backup was made, and how many rows and keys were restored.
 * @throws what is wrong with it.
 */
export async function checkRestore(
  deps: RestoreCheckDeps,
  path: string,
): Promise<{ readonly createdAt: string; readonly rows: number; readonly keys: number }> {
  return readBackup(path, deps.backupKeys, async (header, tables) => {
    const { secretId } = header
    // a backup of an earlier release holds its secret, and its keys as text
    const secret =
      secretId === undefined ? null : requireSecret(await readSecrets(deps.secrets), secretId, deps.secrets)
    const rows = new Map<string, number>()
    await withScratchDatabase(deps.ownerUrl, scratchNameFor(deps.databaseId), (url) =>
      restoreDatabase(url, header, countRows(tables, rows, deps.signal), {
        isReplacing: true,
        keepsSchema: true,
        onTable: () => undefined,
        finish: async (tx) => {
          await compareRestored(tx, rows)
          if (secret !== null) await readRestoredKeys(tx, await openKeyCipher(tx, secret, deps.secrets))
        },
      }),
    )
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
    return { createdAt: header.createdAt, rows: total, keys: rows.get('game_keys') ?? 0 }
  })
}

/** In COPY's text format a row is a line, and line breaks within a value are escaped. */
function* countRows(
  tables: Iterable<BackupTable>,
  rows: Map<string, number>,
  signal: AbortSignal | undefined,
): Generator<BackupTable> {
  for (const { table, columns, chunks } of tables) {
    rows.set(table, 0)
    yield { table, columns, chunks: counted() }
    function* counted(): Generator<Uint8Array> {
      for (const chunk of chunks) {
        signal?.throwIfAborted()
        let lines = 0
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
        rows.set(table, (rows.get(table) ?? 0) + lines)
        yield chunk
      }
    }
  }
}

async function compareRestored(tx: Db, rows: ReadonlyMap<string, number>): Promise<void> {
  for (const [table, expected] of rows) {
    const counted = await sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)}`.execute(
      tx,
    )
    const count = Number(counted.rows[0]?.count ?? 0n)
    if (count !== expected)
      throw new RestoreCheckError(
        `expected ${String(expected)} rows in ${table}, ${String(count)} were restored`,
      )
  }
  const unproved = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and not convalidated`.execute(tx)
  const [constraint] = unproved.rows
  if (constraint !== undefined)
    throw new RestoreCheckError(`the constraint ${constraint.name} is not proved after the restore`)
}

async function readRestoredKeys(tx: Db, cipher: KeyCipher): Promise<void> {
  const abandoned = await readAbandonedSecrets(tx)
  for (const { secretId, unreadable } of await auditKeys(tx, cipher))
    if (unreadable > 0 && !abandoned.includes(secretId))
      throw new RestoreCheckError(
        `${String(unreadable)} keys cannot be read after the restore; they are sealed with the secret ${secretId}`,
      )
}
