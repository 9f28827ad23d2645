import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { asAccount } from '#server/db/postgres-account.ts'
import { createPrivateFolder } from '#server/db/postgres-home.ts'
import { writeOwn } from './data-folder.ts'
import { readDeployed } from './deployed-file.ts'
import { answers, prepareEtcd } from './etcd.ts'
import { at, changesOf, type MachinePorts } from './machine-ports.ts'
import type { PatroniPrograms } from './patroni-programs.ts'
import { freezeTree, isRunning, killTree, thawTree, whenWeExit } from './process-tree.ts'
import { prepareService, type Service } from './service.ts'

type Breakable = Pick<Service, 'start' | 'kill' | 'freeze' | 'thaw'>

/** A database machine with etcd, Patroni and its PostgreSQL. */
export interface PatroniNode extends MachinePorts {
  readonly etcd: Service
  readonly patroni: Service
  /** PostgreSQL alone, which Patroni starts again. */
  readonly postgres: Breakable & { readonly pid: number | null }
  /** All three. */
  readonly machine: Breakable
  isPrimary(): Promise<boolean>
  /** Whether commits wait for this node. */
  isSynchronous(): Promise<boolean>
  /** Whether it is a standby that runs, synchronous or not. */
  isStandby(): Promise<boolean>
  /** Executes statements over the socket, each in a transaction of its own. */
  run(...statements: readonly string[]): Promise<void>
}

/** In `deploy/` a file of root has them. */
const PASSWORDS = {
  PATRONI_REPLICATION_PASSWORD: 'replication',
  PATRONI_REWIND_PASSWORD: 'rewind',
}

/**
 * Settings that only a machine of this proof has: three servers share one disk, and a kill of processes loses nothing that was
 * written. Nobody fetches from the slot of Barman, so what it keeps is limited.
 */
const OWN_SETTINGS = {
  fsync: 'off',
  jit: 'off',
  huge_pages: 'off',
  shared_buffers: '32MB',
  wal_keep_size: '256MB',
  max_slot_wal_keep_size: '1GB',
}

/** Prepares a node. Nothing is started. */
export async function preparePatroniNode(
  programs: PatroniPrograms,
  outer: string,
  machine: MachinePorts,
): Promise<PatroniNode> {
  const { name, own } = machine
  const folder = join(outer, name)
  await createPrivateFolder(folder, programs.account)
  const dataFolder = join(folder, 'main')
  const file = join(folder, 'config.yml')
  await writeOwn(file, configure(programs, folder, machine), programs.account)
  const rest = `http://${at(own[8008])}`
  const etcd = prepareEtcd(programs, folder, machine)
  const patroni = prepareService({
    program: programs.patroni,
    words: [file],
    environment: PASSWORDS,
    account: programs.account,
    logFile: join(folder, 'patroni.log'),
    isReady: () => answers(`${rest}/liveness`),
  })
  const postgres = postgresOf(dataFolder)
  return {
    ...machine,
    ...{ etcd, patroni, postgres },
    machine: together([etcd, patroni, postgres]),
    isPrimary: () => answers(`${rest}/primary`),
    isSynchronous: () => answers(`${rest}/synchronous`),
    isStandby: () => answers(`${rest}/replica`),
    async run(...statements) {
      // not at once: what it waits for passes through this process
      const child = spawn(
        join(programs.postgresFolder, 'psql'),
        [
          ...['--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--host', folder],
          ...['--port', String(own[5432]), '--dbname', 'postgres'],
          ...statements.flatMap((statement) => ['--command', statement]),
        ],
        { ...asAccount(programs.account), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
      )
      const [said, [status]] = await Promise.all([
        text(child.stderr),
        once(child, 'exit') as Promise<[number | null]>,
      ])
      if (status !== 0) throw new Error(`expected statements to be executed: ${said}`)
    },
  }
}

/**
 * `deploy/patroni/config.yml` with the ports, the folders and the user of a machine here, and:
 * - no watchdog: a machine cannot be restarted here;
 * - `use_proxies`: each machine reaches etcd at addresses of its own, and not at those that etcd announces;
 * - the settings of {@link OWN_SETTINGS}; times, replication and what Patroni does are as deployed.
 */
function configure(programs: PatroniPrograms, folder: string, machine: MachinePorts): string {
  const settings = { unix_socket_directories: folder, ...OWN_SETTINGS }
  const lines = Object.entries(settings).map(([name, value]) => `${name}: '${value}'`)
  return readDeployed('patroni/config.yml', {
    name: machine.name,
    addresses: changesOf(machine),
    changes: {
      '/usr/lib/postgresql/15/bin': programs.postgresFolder,
      '/var/lib/postgresql/15/main': join(folder, 'main'),
      '/var/lib/postgresql/.pgpass-patroni': join(folder, 'pgpass'),
      'unix_socket_directories: /var/run/postgresql': lines.join('\n    '),
      '- data-checksums': '- data-checksums\n    - no-sync',
      'username: postgres': `username: ${programs.account?.name ?? userInfo().username}`,
      'etcd:\n': 'etcd:\n  use_proxies: true\n',
      'mode: automatic': `mode: 'off'`,
    },
  })
}

/** A machine of which all programs end at once, and start side by side. */
function together(programs: readonly Breakable[]): Breakable {
  return {
    async start() {
      await Promise.all(programs.map((one) => one.start()))
    },
    async kill() {
      await Promise.all(programs.map((one) => one.kill()))
    },
    freeze() {
      for (const one of programs) one.freeze()
    },
    thaw() {
      for (const one of programs.toReversed()) one.thaw()
    },
  }
}

/** Patroni starts PostgreSQL as no child of its own. */
function postgresOf(dataFolder: string): PatroniNode['postgres'] {
  let frozen: number | null = null
  whenWeExit(() => {
    const pid = postmasterOf(dataFolder)
    if (pid !== null) process.kill(pid, 'SIGQUIT')
  })
  return {
    get pid() {
      return postmasterOf(dataFolder)
    },
    // Patroni does
    start: () => Promise.resolve(),
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
