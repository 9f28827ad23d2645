import { constants } from 'node:fs'
import { chmod, chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresAccount } from '#server/db/postgres-account.ts'
import type pg from 'pg'

/** What a copy of a running server must not have: its lock, its statistics, and logs that are streamed instead. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal', 'current_logfiles'])
/** Folders that a copy has empty. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/**
 * Copies the data folder of a running server as `pg_basebackup` does, which the embedded PostgreSQL lacks. What was written
 * meanwhile comes later with the write-ahead log: the source must keep it until the copy has caught up.
 *
 * @param source a session that stays open: the backup belongs to it.
 */
export async function copyDataFolder(
  source: pg.Client,
  from: string,
  to: string,
  account: PostgresAccount,
): Promise<void> {
  await source.query(`select pg_backup_start('copy', true)`)
  await makeFolder(to, account)
  await copyFolder(from, to, account)
  const { rows } = await source.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  await writeOwn(join(to, 'backup_label'), rows[0]?.labelfile ?? '', account)
}

async function copyFolder(from: string, to: string, account: PostgresAccount): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await makeFolder(target, account)
      if (entry.name === 'pg_wal') await makeFolder(join(target, 'archive_status'), account)
      if (!EMPTY.has(entry.name)) await copyFolder(source, target, account)
      continue
    }
    if (await copyIfPresent(source, target)) await own(target, account)
  }
}

/** A running server removes files at any time. @returns whether the file was still there. */
async function copyIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

async function makeFolder(path: string, account: PostgresAccount): Promise<void> {
  await mkdir(path)
  await chmod(path, 0o700)
  await own(path, account)
}

/** Writes a file that belongs to the account, as everything in a data folder does. */
export async function writeOwn(path: string, text: string, account: PostgresAccount): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await own(path, account)
}

async function own(path: string, account: PostgresAccount): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid)
}
