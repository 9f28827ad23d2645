import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/db/free-port.ts'
import { writeOwn } from './data-folder.ts'
import { answers, type EtcdMember } from './etcd.ts'
import { openSwitch, type NetworkSwitch } from './network-switch.ts'
import type { PatroniPrograms } from './patroni-programs.ts'
import { freezeTree, isRunning, killTree, thawTree, whenWeExit } from './process-tree.ts'
import { prepareService, type Service } from './service.ts'

/** A machine with Patroni and its PostgreSQL. */
export interface PatroniNode {
  readonly name: string
  /** Patroni's REST interface, as HAProxy and the other node reach it. */
  readonly rest: NetworkSwitch
  /** PostgreSQL as HAProxy reaches it, and as the other node does. */
  readonly clients: NetworkSwitch
  readonly replication: NetworkSwitch
  /** From this node to each etcd member. */
  readonly etcd: readonly NetworkSwitch[]
  /** The whole machine: Patroni and PostgreSQL. */
  readonly machine: Service
  /** PostgreSQL alone, which Patroni starts again. */
  readonly postgres: Pick<Service, 'kill' | 'freeze' | 'thaw'>
  isPrimary(): Promise<boolean>
  /** Whether commits wait for this node. */
  isSynchronous(): Promise<boolean>
}

export const ROLE = 'keyhold'
export const PASSWORD = 'failover'

/** Prepares a node; Patroni is not started. */
export async function preparePatroniNode(
  programs: PatroniPrograms,
  { name, folder, members }: { name: string; folder: string; members: readonly EtcdMember[] },
): Promise<PatroniNode> {
  const [restPort, postgresPort] = [await freePort(), await freePort()]
  const [rest, clients, replication] = [
    await openSwitch(restPort),
    await openSwitch(postgresPort),
    await openSwitch(postgresPort),
  ]
  const etcd = await Promise.all(members.map(({ clientPort }) => openSwitch(clientPort)))
  const dataFolder = join(folder, name)
  const settings = {
    scope: 'keyhold',
    name,
    restapi: { listen: at(restPort), connect_address: at(rest.port) },
    // else Patroni goes round the switches, to the addresses that etcd announces
    etcd3: { hosts: etcd.map(({ port }) => at(port)), use_proxies: true },
    bootstrap: { dcs: SHARED, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums', 'no-sync'] },
    postgresql: {
      listen: at(postgresPort),
      connect_address: at(replication.port),
      data_dir: dataFolder,
      bin_dir: programs.postgresFolder,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: ROLE, password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: '' },
    },
    watchdog: { mode: 'off' },
  }
  const file = join(folder, `${name}.yml`)
  // YAML includes JSON
  await writeOwn(file, JSON.stringify(settings), programs.account)
  const patroni = prepareService({
    program: programs.patroni,
    words: [file],
    account: programs.account,
    logFile: join(folder, `${name}.log`),
    isReady: () => answers(`http://${at(restPort)}/liveness`),
  })
  const postgres = postgresOf(dataFolder)
  return {
    ...{ name, rest, clients, replication, etcd, postgres },
    machine: machineOf(patroni, postgres),
    isPrimary: () => answers(`http://${at(restPort)}/primary`),
    isSynchronous: () => answers(`http://${at(restPort)}/synchronous`),
  }
}

/** What all nodes agree on. The times are the shortest that Patroni allows, so that a proof has many rounds. */
const SHARED = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      wal_level: 'replica',
      hot_standby: 'on',
      wal_log_hints: 'on',
      max_connections: 100,
      shared_buffers: '32MB',
      jit: 'off',
      fsync: 'off',
      wal_keep_size: '256MB',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
    },
  },
}

function at(port: number): string {
  return `127.0.0.1:${String(port)}`
}

/** Patroni starts PostgreSQL as no child of its own. */
function machineOf(patroni: Service, postgres: PatroniNode['postgres']): Service {
  return {
    ...patroni,
    async kill() {
      await patroni.kill()
      await postgres.kill()
    },
    freeze() {
      patroni.freeze()
      postgres.freeze()
    },
    thaw() {
      postgres.thaw()
      patroni.thaw()
    },
  }
}

function postgresOf(dataFolder: string): Pick<Service, 'kill' | 'freeze' | 'thaw'> {
  let frozen: number | null = null
  whenWeExit(() => {
    const pid = postmasterOf(dataFolder)
    if (pid !== null) process.kill(pid, 'SIGQUIT')
  })
  return {
    async kill() {
      const pid = postmasterOf(dataFolder)
      if (pid !== null) await killTree(pid)
    },
    freeze() {
      frozen = postmasterOf(dataFolder)
      if (frozen !== null) freezeTree(frozen)
    },
    thaw() {
      if (frozen !== null && isRunning(frozen)) thawTree(frozen)
      frozen = null
    },
  }
}

/** The first process of a PostgreSQL that runs; null if none does. */
function postmasterOf(dataFolder: string): number | null {
  const file = join(dataFolder, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return pid > 0 && isRunning(pid) ? pid : null
}
