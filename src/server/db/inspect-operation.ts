import type pg from 'pg'

/** What a database tells about its release, its people and the process that leads. */
export interface StoredOperation {
  /** The applied migrations, in order, and the release that applied each; null if an earlier one did, which did not note it. */
  readonly migrations: readonly { readonly name: string; readonly release: string | null }[]
  /** Accounts with a role that are not disabled; null before there is a table. */
  readonly staff: number | null
  /** Seconds since the leader renewed its lease; null if none ever led. */
  readonly leaderSilentS: number | null
  /** The kinds of open alerts, each once. */
  readonly openAlerts: readonly string[]
  /** The newest version of what owners changed of the game; null if there is none. */
  readonly gameChanges: { readonly version: number; readonly changes: unknown } | null
}

/** Reads them from a database of any release. */
export async function inspectOperation(client: pg.Client): Promise<StoredOperation> {
  const { rows } = await client.query<{
    migrated: boolean
    staffed: boolean
    leased: boolean
    alerted: boolean
    changed: boolean
  }>(
    `select to_regclass('migrations') is not null as migrated, to_regclass('user_roles') is not null as staffed,
       to_regclass('leases') is not null as leased, to_regclass('alerts') is not null as alerted,
       to_regclass('game_changes') is not null as changed`,
  )
  const [has] = rows
  return {
    migrations: has?.migrated === true ? await migrationsOf(client) : [],
    staff: has?.staffed === true ? await staffOf(client) : null,
    leaderSilentS: has?.leased === true ? await leaderSilenceOf(client) : null,
    openAlerts: has?.alerted === true ? await openAlertsOf(client) : [],
    gameChanges: has?.changed === true ? await gameChangesOf(client) : null,
  }
}

async function migrationsOf(client: pg.Client): Promise<StoredOperation['migrations']> {
  const { rows } = await client.query<{ name: string; release: string | null }>(
    `select name, to_jsonb(m) ->> 'release' as release from migrations m order by name`,
  )
  return rows
}

async function staffOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ staff: string }>(
    `select count(distinct u.id) as staff from users u join user_roles r on r.user_id = u.id
     where u.disabled_at is null`,
  )
  return Number(rows[0]?.staff ?? 0)
}

async function leaderSilenceOf(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ silent: number | null }>(
    `select extract(epoch from clock_timestamp() - max(beat_at))::float8 as silent from leases where role = 'chains'`,
  )
  return rows[0]?.silent ?? null
}

async function openAlertsOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ kind: string }>(
    'select distinct kind from alerts where closed_at is null order by kind',
  )
  return rows.map(({ kind }) => kind)
}

async function gameChangesOf(client: pg.Client): Promise<StoredOperation['gameChanges']> {
  const { rows } = await client.query<{ version: number; changes: unknown }>(
    'select version, changes from game_changes order by version desc limit 1',
  )
  return rows[0] ?? null
}
