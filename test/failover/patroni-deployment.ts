import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrivateFolder } from '#server/db/postgres-home.ts'
import { until } from '#test/until.ts'
import type { Deployment } from './deployment.ts'
import { startHaproxy } from './haproxy.ts'
import { createNetwork, type MachineNetwork } from './machine-network.ts'
import { at, choosePorts } from './machine-ports.ts'
import { patroniFaults } from './patroni-faults.ts'
import { preparePatroniNode, type PatroniNode } from './patroni-node.ts'
import type { PatroniPrograms } from './patroni-programs.ts'
import type { Service } from './service.ts'

const NODES = ['db1', 'db2', 'db3']
const ROLE = 'keyhold'
const PASSWORD = 'failover'
const DATABASE = 'keyhold'
/** Characters of a program's log that are worth reading. */
const LOGGED_MAX = 20_000

/**
 * Three machines with etcd, Patroni and PostgreSQL, and HAProxy on each shop's machine: (b) of docs/high-availability.md, from the
 * files of `deploy/`. What differs is said where they are read: {@link preparePatroniNode}, `etcd.ts`, {@link startHaproxy}. One
 * more HAProxy, that nothing breaks, is for who watches the database.
 */
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
    const network = createNetwork(NODES)
    stops.push(network.close)
    const nodes = await prepareNodes(programs, folder, network)
    stops.push(() => Promise.all(nodes.map(({ machine }) => machine.kill())))
    await startNodes(nodes)
    const names = Array.from({ length: shops }, (_, shop) => `shop ${String(shop + 1)}`)
    const haproxies = new Map<string, Service>()
    const ports: number[] = []
    for (const name of ['watcher', ...names]) {
      const { service, port } = await startHaproxy({ programs, folder, name, network, machines: nodes })
      stops.push(service.kill)
      haproxies.set(name, service)
      ports.push(port)
    }
    const watcher = haproxies.get('watcher')
    haproxies.delete('watcher')
    const [watcherPort = 0, ...shopPorts] = ports
    return {
      databaseUrl: (shop) => urlAt(shopPorts[shop] ?? 0),
      url: urlAt(watcherPort),
      faults: patroniFaults({ nodes, network, haproxies }),
      lossyFault: null,
      repair: () => isWhole(nodes),
      log: () => readLogs(nodes, watcher),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepareNodes(
  programs: PatroniPrograms,
  folder: string,
  network: MachineNetwork,
): Promise<readonly PatroniNode[]> {
  let nodes: readonly PatroniNode[] = []
  const processes = () =>
    nodes.flatMap(({ name, patroni, postgres }) => [patroni, postgres].map(({ pid }) => ({ name, pid })))
  const machines = await choosePorts(NODES, network, processes)
  nodes = await Promise.all(machines.map((machine) => preparePatroniNode(programs, folder, machine)))
  return nodes
}

/** In the order of the document: etcd everywhere, Patroni on the first machine, then on the others, then the database. */
async function startNodes(nodes: readonly PatroniNode[]): Promise<void> {
  await Promise.all(nodes.map(({ etcd }) => etcd.start()))
  const [first, ...others] = nodes
  if (first === undefined) throw new Error('expected a node')
  await first.patroni.start()
  await until(first.isPrimary, { what: 'the first primary', everyMs: 250 })
  await Promise.all(others.map(({ patroni }) => patroni.start()))
  await isWhole(nodes)
  // as deploy/postgres/create-database does
  await first.run(
    'create role keyhold_clients',
    `create role ${ROLE} login password '${PASSWORD}' in role keyhold_clients`,
    `create database ${DATABASE} owner ${ROLE}`,
  )
}

function urlAt(port: number): string {
  return `postgres://${ROLE}:${PASSWORD}@${at(port)}/${DATABASE}`
}

/** Waits until one node is the primary, and the others follow it, one of them synchronously. */
async function isWhole(nodes: readonly PatroniNode[]): Promise<void> {
  const count = async (question: 'isPrimary' | 'isSynchronous' | 'isStandby') => {
    const all = await Promise.all(nodes.map((node) => node[question]()))
    return all.filter(Boolean).length
  }
  await until(
    async () =>
      (await count('isPrimary')) === 1 &&
      (await count('isSynchronous')) === 1 &&
      (await count('isStandby')) === nodes.length - 1,
    { what: 'a primary and its standbys', withinMs: 300_000, everyMs: 250 },
  )
}

async function readLogs(nodes: readonly PatroniNode[], haproxy: Service | undefined): Promise<string> {
  const services = [
    ...nodes.flatMap(({ name, patroni, etcd }) => [
      [`${name} Patroni`, patroni] as const,
      [`${name} etcd`, etcd] as const,
    ]),
    ['HAProxy', haproxy] as const,
  ]
  const logs = services.map(
    async ([name, service]) => `— ${name}\n${((await service?.log()) ?? '').slice(-LOGGED_MAX)}`,
  )
  return (await Promise.all(logs)).join('\n')
}
