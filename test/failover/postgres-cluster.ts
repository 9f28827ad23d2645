import { until } from '#test/until.ts'
import { openSwitch, type NetworkSwitch } from './network-switch.ts'
import {
  embeddedPrograms,
  startPrimary,
  type PostgresPrograms,
  type PostgresServer,
  type PostgresSettings,
} from './postgres-server.ts'

/** Whether a commit waits until a standby has it, or may be lost by a failover. */
export type Replication = 'synchronous' | 'asynchronous'

/** A primary and a standby, promoted by hand; the cluster (a) of docs/high-availability.md. */
export interface PostgresCluster {
  /** The shop's database by the cluster's address, as behind a moving address or a proxy. */
  readonly url: string
  /** The same with the addresses of both servers: `postgres://…@host1,host2/database`. */
  readonly bothUrl: string
  /** The server that takes writes, as whoever runs the cluster knows it. */
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** The cluster's address: between its clients and the primary. */
  readonly address: NetworkSwitch
  /** Between the standby and the primary. */
  readonly replication: NetworkSwitch
  /**
   * Makes the standby the primary and leads the address to it. From then on no commit waits for a standby, until
   * {@link PostgresCluster.rejoin}. Whoever calls it has made sure that the old primary takes no more writes.
   */
  promote(): Promise<void>
  /** Builds the standby anew from the primary: after a promotion that is the server that was the primary. */
  rejoin(): Promise<void>
  /** Waits until the standby streams, and synchronously if the cluster is synchronous. */
  standbyAnswers(): Promise<void>
  /** Waits until the standby has stored all that the primary has written so far. */
  standbyHas(): Promise<void>
  /** Waits until a commit waits for the standby. */
  hasWaitingCommit(): Promise<void>
  stop(): Promise<void>
}

interface ClusterOptions {
  readonly replication?: Replication
  readonly programs?: PostgresPrograms
  readonly settings?: PostgresSettings
}

/** Starts both servers on loopback, with an empty database. */
export async function startCluster({
  replication: how = 'synchronous',
  programs,
  settings = {},
}: ClusterOptions = {}): Promise<PostgresCluster> {
  let primary = await startPrimary(programs ?? (await embeddedPrograms()), settings)
  const address = await openSwitch(primary.port)
  const replication = await openSwitch(primary.port)
  let standby = await primary.copyAsStandby('standby', replication.port)
  let copies = 1
  const waitForStandby = async () => {
    await until(async () => (await standbyState(primary)) === (how === 'synchronous' ? 'quorum' : 'async'), {
      what: 'a standby that streams',
    })
  }
  /** Commits wait for the standby from the moment it streams, never before: without one they would wait for ever. */
  const join = async () => {
    await standby.start()
    await until(async () => (await standbyState(primary)) !== null, { what: 'a standby that connects' })
    if (how === 'synchronous') await primary.configure({ synchronous_standby_names: 'ANY 1 (*)' })
    await waitForStandby()
  }
  await join()
  return {
    url: urlAt(primary.url, [address.port]),
    get bothUrl() {
      return urlAt(primary.url, [primary.port, standby.port])
    },
    get primary() {
      return primary
    },
    get standby() {
      return standby
    },
    address,
    replication,
    async promote() {
      ;[primary, standby] = [standby, primary]
      await primary.promote()
      replication.reset()
      replication.moveTo(primary.port)
      replication.pass()
      address.reset()
      address.moveTo(primary.port)
      address.pass()
    },
    async rejoin() {
      await standby.remove()
      copies += 1
      standby = await primary.copyAsStandby(`standby${String(copies)}`, replication.port)
      await join()
    },
    standbyAnswers: waitForStandby,
    async standbyHas() {
      const [now] = await primary.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
      await until(
        async () => {
          const rows = await primary.query(
            `select from pg_stat_replication where flush_lsn >= '${now?.lsn ?? ''}'`,
          )
          return rows.length > 0
        },
        { what: 'a standby that has caught up' },
      )
    },
    async hasWaitingCommit() {
      await until(
        async () => {
          const rows = await primary.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
          return rows.length > 0
        },
        { what: 'a commit that waits for a standby' },
      )
    },
    async stop() {
      await Promise.all([address.close(), replication.close()])
      await Promise.all([primary.remove(), standby.remove()])
    },
  }
}

/** How the primary's standby takes part in commits (`quorum`, `async`), once it has caught up; null before. */
async function standbyState(primary: PostgresServer): Promise<string | null> {
  const rows = await primary.query<{ sync_state: string }>(
    `select sync_state from pg_stat_replication where state = 'streaming'`,
  )
  return rows[0]?.sync_state ?? null
}

function urlAt(url: string, ports: readonly number[]): string {
  const { username, password, pathname } = new URL(url)
  return `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${String(port)}`).join(',')}${pathname}`
}
