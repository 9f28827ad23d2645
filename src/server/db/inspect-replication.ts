import type pg from 'pg'

/** How safe what the database has committed is from the loss of its server. */
export interface StoredReplication {
  /** The setting: off, local, remote_write, on, remote_apply. */
  readonly commitWaitsFor: string
  /** Whether commits wait for a standby at all. */
  readonly isSynchronous: boolean
  /** Standbys that are connected, those that receive a backup included. */
  readonly standbys: number
  /** Null where the write-ahead log is not archived. */
  readonly archiving: {
    /** Whether the last attempt failed. */
    readonly isFailing: boolean
    /** Files of the write-ahead log that are complete and not archived. */
    readonly behind: number
  } | null
}

/** Reads it; any role may. */
export async function inspectReplication(client: pg.Client): Promise<StoredReplication> {
  const { rows } = await client.query<{
    commit: string
    names: string
    standbys: number
    archives: boolean
    failing: boolean
    behind: number
  }>(
    `select current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as names,
       (select count(*)::int from pg_stat_replication) as standbys,
       current_setting('archive_mode') <> 'off' as archives,
       coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) as failing,
       greatest(0, now.file - coalesce(archived.file, 0) - 1)::int as behind
     from pg_stat_archiver a,
       lateral (select ${FILE_NUMBER('pg_walfile_name(pg_current_wal_insert_lsn())')} as file) now,
       lateral (select ${FILE_NUMBER(`substring(a.last_archived_wal from '^[0-9A-F]{24}$')`)} as file) archived`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('expected the state of replication, got no row')
  return {
    commitWaitsFor: row.commit,
    isSynchronous: row.names !== '',
    standbys: row.standbys,
    archiving: row.archives ? { isFailing: row.failing, behind: row.behind } : null,
  }
}

/** The number of a file of the write-ahead log, from its name: timeline (8) || log (8) || segment (8), hexadecimal digits. */
const FILE_NUMBER = (name: string) =>
  `('x' || substr(${name}, 9, 8))::bit(32)::bigint * (4294967296 / pg_size_bytes(current_setting('wal_segment_size')))
     + ('x' || substr(${name}, 17, 8))::bit(32)::bigint`
