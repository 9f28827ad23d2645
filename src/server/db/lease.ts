import type { Session } from './session.ts'

/** A lease that is not renewed for this long is taken by another process. */
const STALE_AFTER_S = 9

/** The first key of the advisory locks that fenced transactions hold; the second is the epoch. */
const FENCE_KEY = `hashtext('keyhold lease ' || $1)`

/**
 * The locks of fenced transactions of other epochs than `$2`: also of such as an attempt that failed has left behind. This and
 * what follows are functions, so that `bench/mutations.ts` can change what they say.
 */
const ofEarlierEpochs = () => `locktype = 'advisory' and objsubid = 2 and objid <> $2::int::oid
  and classid::bigint = ${FENCE_KEY}::bigint & 4294967295
  and database = (select oid from pg_database where datname = current_database())`

/** What a commit waits for whose standby does not answer. If its session ended, PostgreSQL would show what no standby has. */
const FOR_STANDBY = `wait_event is not distinct from 'SyncRep'`

const staleLeaders = () => `from pg_stat_activity a join pg_locks l on l.pid = a.pid
  where l.locktype = 'advisory' and l.granted and a.datname = current_database()
    and a.application_name = 'keyhold leader ' || $1 and not (${FOR_STANDBY})
    and exists (select from leases where role = $1 and beat_at < clock_timestamp() - $2 * interval '1 second')`

/**
 * Finds a leader that holds its lock but has not renewed its lease: a frozen process, or one that the network cut off. A leader
 * without a lease, of an older release, is none, nor is one whose renewal waits for a standby. For a moment it may be a
 * successor that has the lock and not yet a lease.
 *
 * @returns the process id of its session; null if there is none.
 */
export async function findStaleLeader(session: Session, role: string): Promise<number | null> {
  const [found] = await session.query<{ pid: number }>(`select a.pid ${staleLeaders()}`, [
    role,
    STALE_AFTER_S,
  ])
  return found?.pid ?? null
}

/** Ends the session of a leader if it is still stale. PostgreSQL then frees its lock. @returns whether it was. */
export async function endStaleLeader(session: Session, role: string, pid: number): Promise<boolean> {
  const ended = await session.query(`select pg_terminate_backend(a.pid) ${staleLeaders()} and a.pid = $3`, [
    role,
    STALE_AFTER_S,
    pid,
  ])
  return ended.length > 0
}

/**
 * Begins a lease with the next epoch, which is above all of earlier timelines. When it returns, no transaction of an earlier epoch is open, and none can commit.
 *
 * @param session holds the role's lock, so that only one process does this at a time.
 */
export async function beginLease(session: Session, role: string): Promise<number> {
  const [row] = await session.query<{ epoch: number }>(
    `insert into leases (role, epoch, beat_at) values ($1, 1, clock_timestamp())
     on conflict (role) do update set epoch = leases.epoch + 1, beat_at = excluded.beat_at
     returning epoch`,
    [role],
  )
  if (row === undefined) throw new Error(`expected a lease for the role ${role}, got no row`)
  const { epoch } = row
  // A frozen process keeps its transactions open; their connections are closed. With a standby that commits wait for, one may
  // be about to commit: there the limit of an idle transaction ends it.
  await session.query(
    `select pg_terminate_backend(pid) from pg_locks
     where ${ofEarlierEpochs()} and current_setting('synchronous_standby_names') = ''`,
    [role, epoch],
  )
  const held = await session.query<{ epoch: number }>(
    `select distinct objid::int as epoch from pg_locks where ${ofEarlierEpochs()}`,
    [role, epoch],
  )
  for (const { epoch: earlier } of held) {
    await session.query(`select pg_advisory_lock(${FENCE_KEY}, $2::int)`, [role, earlier])
    await session.query(`select pg_advisory_unlock(${FENCE_KEY}, $2::int)`, [role, earlier])
  }
  return epoch
}

/** Renews a lease; false if another process has taken it. */
export async function renewLease(session: Session, role: string, epoch: number): Promise<boolean> {
  const rows = await session.query(
    'update leases set beat_at = clock_timestamp() where role = $1 and epoch = $2 returning epoch',
    [role, epoch],
  )
  return rows.length === 1
}
