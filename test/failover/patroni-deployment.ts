import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#server/db/free-port.ts'
import { createPrivateFolder } from '#server/db/postgres-home.ts'
import { until } from '#test/until.ts'
import { writeOwn } from './data-folder.ts'
import { cutFault, freezeFault, killFault, silenceFault, type Deployment, type Fault } from './deployment.ts'
import { startEtcd, type EtcdMember } from './etcd.ts'
import { openSwitch, type NetworkSwitch } from './network-switch.ts'
import { PASSWORD, preparePatroniNode, ROLE, type PatroniNode } from './patroni-node.ts'
import type { PatroniPrograms } from './patroni-programs.ts'
import { prepareService, type Service } from './service.ts'

const NODES = ['pg1', 'pg2']
const DATABASE = 'keyhold'
/** Characters of a node's log that are worth reading. */
const LOGGED_MAX = 30_000

/** Two PostgreSQL under Patroni, three etcd, and HAProxy: (b) of docs/high-availability.md. */
export async function startPatroni(programs: PatroniPrograms, shops: number): Promise<Deployment> {
  const outer = await mkdtemp(join(tmpdir(), 'keyhold-patroni-'))
  await chmod(outer, 0o755)
  const folder = join(outer, 'home')
  await createPrivateFolder(folder, programs.account)
  const stops: (() => Promise<unknown>)[] = [() => rm(outer, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  try {
    const members = await startEtcd(programs, folder)
    stops.push(() => Promise.all(members.flatMap(({ service, peers }) => [service.kill(), peers.close()])))
    const nodes = await Promise.all(
      NODES.map((name) => preparePatroniNode(programs, { name, folder, members })),
    )
    stops.push(() => Promise.all(nodes.map(({ machine }) => machine.kill())))
    stops.push(() => Promise.all(nodes.flatMap(switchesOf).map((one) => one.close())))
    for (const { machine } of nodes) await machine.start()
    const { service: haproxy, port } = await startHaproxy(programs, folder, nodes)
    stops.push(() => haproxy.kill())
    const links = await Promise.all(Array.from({ length: shops }, () => openSwitch(port)))
    stops.push(() => Promise.all(links.map((link) => link.close())))
    await createDatabase(urlAt(port, 'postgres'))
    await isWhole(nodes)
    return {
      databaseUrl: (shop) => urlAt(links[shop]?.port ?? 0, DATABASE),
      url: urlAt(port, DATABASE),
      faults: [
        ...nodeFaults(nodes),
        ...members.flatMap((member, place) => etcdFaults(member, nodes, place)),
        killFault('HAProxy', 'haproxy', () => haproxy),
        freezeFault('HAProxy', 'haproxy', () => haproxy),
        cutFault('all clients', 'clients', () => links),
        silenceFault('all clients', 'clients', () => links),
        ...links.map((link, shop) =>
          silenceFault(`clients of shop ${String(shop + 1)}`, 'clients', () => [link]),
        ),
      ],
      lossyFault: null,
      repair: () => isWhole(nodes),
      log: async () =>
        (await Promise.all(nodes.map(({ machine }) => machine.log())))
          .map((log) => log.slice(-LOGGED_MAX))
          .join('\n— pg2\n'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function urlAt(port: number, database: string): string {
  return `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${String(port)}/${database}`
}

/** Leads to the node whose Patroni says that it is the primary, and ends connections to one that is not any more. */
async function startHaproxy(
  programs: PatroniPrograms,
  folder: string,
  nodes: readonly PatroniNode[],
): Promise<{ service: Service; port: number }> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 4s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 3s',
    'listen primary',
    `  bind 127.0.0.1:${String(port)}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 2s fall 3 rise 2 on-marked-down shutdown-sessions',
    ...nodes.map(
      ({ name, clients, rest }) =>
        `  server ${name} 127.0.0.1:${String(clients.port)} check port ${String(rest.port)}`,
    ),
  ]
  await writeOwn(file, `${lines.join('\n')}\n`, programs.account)
  const service = prepareService({
    program: programs.haproxy,
    words: ['-db', '-f', file],
    account: programs.account,
    logFile: join(folder, 'haproxy.log'),
    isReady: () => Promise.resolve(true),
  })
  await service.start()
  return { service, port }
}

/** Waits until one node is the primary and the other its synchronous standby. */
async function isWhole(nodes: readonly PatroniNode[]): Promise<void> {
  await until(
    async () => {
      const roles = await Promise.all(nodes.map(roleOf))
      return roles.includes('primary') && roles.includes('synchronous')
    },
    { what: 'a primary and its synchronous standby', withinMs: 300_000, everyMs: 250 },
  )
}

async function roleOf(node: PatroniNode): Promise<'primary' | 'synchronous' | 'other'> {
  if (await node.isPrimary()) return 'primary'
  return (await node.isSynchronous()) ? 'synchronous' : 'other'
}

async function createDatabase(url: string): Promise<void> {
  await until(
    async () => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query(`create database ${DATABASE}`)
        return true
      } catch (error) {
        return error instanceof Error && 'code' in error && error.code === '42P04'
      } finally {
        void client.end().catch(() => undefined)
      }
    },
    { what: 'the first primary', everyMs: 250 },
  )
}

function switchesOf({ rest, clients, replication, etcd }: PatroniNode): readonly NetworkSwitch[] {
  return [rest, clients, replication, ...etcd]
}

/** The faults of the node that is the primary when one begins, and of the other one. */
function nodeFaults(nodes: readonly PatroniNode[]): readonly Fault[] {
  const chosen = new Map<string, PatroniNode>()
  const choose = async (role: 'primary' | 'standby') => {
    const taken = new Set(chosen.values())
    const free = nodes.filter((node) => !taken.has(node))
    const isPrimary = await Promise.all(free.map((node) => node.isPrimary()))
    const fitting = free.find((_, at) => isPrimary[at] === (role === 'primary')) ?? free[0]
    if (fitting !== undefined) chosen.set(role, fitting)
  }
  const nodeOf = (role: string) => {
    const node = chosen.get(role)
    if (node === undefined) throw new Error(`expected a ${role} to be chosen`)
    return node
  }
  // all ways from and to the machine; with two nodes every replication is its own
  const network = (role: string) => () => [
    ...switchesOf(nodeOf(role)),
    ...nodes.map(({ replication }) => replication),
  ]
  const withChoice = (role: 'primary' | 'standby', fault: Fault): Fault => ({
    ...fault,
    async begin() {
      await choose(role)
      await fault.begin()
    },
    async end() {
      await fault.end()
      chosen.delete(role)
    },
  })
  return (['primary', 'standby'] as const).flatMap((role) => {
    const postgres = () => ({ ...nodeOf(role).postgres, start: () => Promise.resolve() })
    return [
      killFault(`${role} machine`, role, () => nodeOf(role).machine),
      freezeFault(`${role} machine`, role, () => nodeOf(role).machine),
      cutFault(`${role} machine`, role, network(role)),
      silenceFault(`${role} machine`, role, network(role)),
      killFault(`${role} PostgreSQL`, role, postgres),
      freezeFault(`${role} PostgreSQL`, role, postgres),
    ].map((fault) => withChoice(role, fault))
  })
}

/** @param place of the member in the list of each node's ways to etcd. */
function etcdFaults(
  { name, service, peers }: EtcdMember,
  nodes: readonly PatroniNode[],
  place: number,
): readonly Fault[] {
  const network = () => [peers, ...nodes.flatMap(({ etcd }) => etcd.filter((_, at) => at === place))]
  return [
    killFault(name, name, () => service),
    freezeFault(name, name, () => service),
    silenceFault(name, name, network),
  ]
}
