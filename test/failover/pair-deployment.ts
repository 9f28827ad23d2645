import { cutFault, freezeFault, killFault, silenceFault, type Deployment, type Fault } from './deployment.ts'
import { openSwitch, type NetworkSwitch } from './network-switch.ts'
import { startCluster, type PostgresCluster, type Replication } from './postgres-cluster.ts'
import type { PostgresPrograms } from './postgres-server.ts'

/** Characters of a server's log that are worth reading. */
const LOGGED_MAX = 10_000

interface PairOptions {
  readonly replication: Replication
  readonly programs: PostgresPrograms
  readonly shops: number
  /** How DATABASE_URL names the database: both servers, or an address that is moved. */
  readonly reach: 'both' | 'address'
  /** Resolves when enough has been sold that a loss would show. */
  readonly sellSome: () => Promise<void>
}

/** One primary and one standby that is promoted by hand: (a) of docs/high-availability.md. */
export async function startPair(options: PairOptions): Promise<Deployment> {
  const { replication, programs, shops, reach, sellSome } = options
  const cluster = await startCluster({ replication, programs })
  // the machines of the two servers keep their addresses, whatever runs on them
  let machines: readonly (() => number)[] = [
    () => (isSwapped ? cluster.standby.port : cluster.primary.port),
    () => (isSwapped ? cluster.primary.port : cluster.standby.port),
  ]
  let isSwapped = false
  if (reach === 'address') machines = [() => cluster.address.port]
  const links = await Promise.all(
    Array.from({ length: shops }, () => Promise.all(machines.map((port) => openSwitch(port())))),
  )
  let isPromoted = false
  const promote = async () => {
    // whoever promotes makes sure first that the old primary takes no more writes
    await cluster.primary.kill()
    await cluster.promote()
    isPromoted = true
    isSwapped = !isSwapped
  }
  const all = () => links.flat()
  return {
    databaseUrl: (shop) => urlThrough(cluster, links[shop] ?? []),
    url: cluster.url,
    faults: [
      ...serverFaults(cluster, promote),
      cutFault('all clients', 'clients', all),
      silenceFault('all clients', 'clients', all),
      ...links.flatMap((of, shop) => [
        cutFault(`clients of shop ${String(shop + 1)}`, 'clients', () => of),
        silenceFault(`clients of shop ${String(shop + 1)}`, 'clients', () => of),
      ]),
    ],
    lossyFault: replication === 'asynchronous' ? lossyFailover(cluster, promote, sellSome) : null,
    async repair() {
      if (isPromoted) {
        await cluster.rejoin()
        for (const of of links) for (const [at, link] of of.entries()) link.moveTo(machines[at]?.() ?? 0)
        isPromoted = false
      }
      await cluster.standbyAnswers()
    },
    log: async () =>
      [await cluster.primary.log(), await cluster.standby.log()].map(newest).join('\n— standby\n'),
    async stop() {
      await Promise.all(all().map((link) => link.close()))
      await cluster.stop()
    },
  }
}

function serverFaults(cluster: PostgresCluster, promote: () => Promise<void>): readonly Fault[] {
  const [primary, standby] = [() => cluster.primary, () => cluster.standby]
  const replication = () => [cluster.replication]
  return [
    killFault('primary', 'primary', primary),
    freezeFault('primary', 'primary', primary),
    promotion('primary: kill, promote', () => cluster.primary.kill(), promote),
    promotion(
      'primary: freeze, promote',
      () => {
        cluster.primary.freeze()
        return Promise.resolve()
      },
      promote,
    ),
    promotion('primary: shut down, promote', () => cluster.primary.stop(), promote),
    killFault('standby', 'standby', standby),
    freezeFault('standby', 'standby', standby),
    cutFault('replication', 'replication', replication),
    silenceFault('replication', 'replication', replication),
    afterDoubt(cluster, promote),
  ]
}

function promotion(name: string, begin: () => Promise<void>, end: () => Promise<void>): Fault {
  return { name, parts: ['primary', 'standby'], promotes: true, begin, end }
}

/**
 * Commits wait for a standby that hears nothing; the primary is killed and started again, so that they show although no
 * standby has them; then the standby is promoted, and they are gone.
 */
function afterDoubt(cluster: PostgresCluster, promote: () => Promise<void>): Fault {
  return {
    name: 'replication: silence; primary: kill, start; then promote',
    parts: ['primary', 'standby', 'replication'],
    promotes: true,
    async begin() {
      cluster.replication.silence()
      await cluster.hasWaitingCommit()
      await cluster.primary.kill()
      await cluster.primary.start()
    },
    end: promote,
  }
}

function lossyFailover(
  cluster: PostgresCluster,
  promote: () => Promise<void>,
  sellSome: () => Promise<void>,
): Fault {
  return {
    name: 'replication: silence; primary: kill, promote',
    parts: ['primary', 'standby', 'replication'],
    promotes: true,
    async begin() {
      await cluster.standbyHas()
      cluster.replication.silence()
      await sellSome()
    },
    end: promote,
  }
}

function newest(log: string): string {
  return log.slice(-LOGGED_MAX)
}

function urlThrough({ url }: PostgresCluster, links: readonly NetworkSwitch[]): string {
  const { username, password, pathname } = new URL(url)
  const hosts = links.map(({ port }) => `127.0.0.1:${String(port)}`).join(',')
  return `postgres://${username}:${password}@${hosts}${pathname}`
}
