import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** A backup that was written, or a restore that was tried, successfully or not. */
export interface BackupRun {
  readonly kind: 'backup' | 'restore_check'
  readonly isScheduled: boolean
  readonly startedAt: Date
  readonly finishedAt: Date
  /** The file's name, without its folder. */
  readonly file: string
  readonly bytes: number | null
  /** A word, such as ENOSPC; null: it succeeded. */
  readonly failure: string | null
}

const KEPT_DAYS = 400

/** Records a run, and forgets those of more than 400 days ago. */
export async function recordBackupRun(db: Db, run: BackupRun): Promise<void> {
  await db
    .insertInto('backup_runs')
    .values({
      kind: run.kind,
      is_scheduled: run.isScheduled,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      file: run.file,
      bytes: run.bytes === null ? null : BigInt(run.bytes),
      failure: run.failure,
    })
    .execute()
  await sql`delete from backup_runs where finished_at < ${run.finishedAt}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  )
}

/** A run as staff are shown it. */
export interface BackupRunRecord {
  readonly at: Date
  readonly file: string
  readonly bytes: number | null
  readonly failure: string | null
}

/** The newest runs of each kind; null if there is none. */
export interface BackupState {
  readonly backup: BackupRunRecord | null
  readonly failedBackup: BackupRunRecord | null
  readonly verified: BackupRunRecord | null
  readonly failedCheck: BackupRunRecord | null
}

/** Reads the newest runs; a failure only if nothing of its kind has succeeded since. */
export async function readBackupState(db: Db): Promise<BackupState> {
  const { rows } = await sql<BackupRunRecord & { kind: string; is_ok: boolean }>`
    select distinct on (kind, failure is null) kind, failure is null as is_ok, finished_at as at, file, bytes::float8 as bytes, failure
    from backup_runs order by kind, failure is null, finished_at desc`.execute(db)
  const find = (kind: BackupRun['kind'], isOk: boolean) => {
    const row = rows.find((one) => one.kind === kind && one.is_ok === isOk)
    return row === undefined ? null : { at: row.at, file: row.file, bytes: row.bytes, failure: row.failure }
  }
  const sinceSuccess = (kind: BackupRun['kind']) => {
    const [failed, succeeded] = [find(kind, false), find(kind, true)]
    return failed !== null && (succeeded === null || succeeded.at < failed.at) ? failed : null
  }
  return {
    backup: find('backup', true),
    failedBackup: sinceSuccess('backup'),
    verified: find('restore_check', true),
    failedCheck: sinceSuccess('restore_check'),
  }
}
