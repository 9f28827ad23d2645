import { createHash } from 'node:crypto'
import { freePort } from '#server/db/free-port.ts'
import { findOwner, peekHeader, type NamedProcess } from './connection-origin.ts'
import type { Changes } from './deployed-file.ts'
import type { MachineNetwork } from './machine-network.ts'

/** The ports of the programs of a machine, by the number that they have in `deploy/`. */
type Ports = Readonly<Record<5432 | 8008 | 2379 | 2380, number>>

/** A database machine: where its programs listen, and where they reach the programs of all machines. */
export interface MachinePorts {
  readonly name: string
  /** PostgreSQL, Patroni's REST interface, etcd's clients, etcd's other members. */
  readonly own: Ports
  /** The addresses of `deploy/`, such as `db1:5432`, as this machine reaches them. */
  readonly addresses: Changes
}

/** Of `deploy/etcd/etcd.env`. */
const ETCD_TOKEN = 'keyhold'

/** @param processes the first processes of all machines, named by their machine. */
export async function choosePorts(
  names: readonly string[],
  network: MachineNetwork,
  processes: () => readonly NamedProcess[],
): Promise<readonly MachinePorts[]> {
  const own = new Map<string, Ports>()
  for (const name of names)
    own.set(name, {
      5432: await freePort(),
      8008: await freePort(),
      2379: await freePort(),
      2380: await freePort(),
    })
  const members = new Map<string, string>()
  const published: Record<string, string> = {}
  for (const [name, ports] of own) {
    for (const port of [5432, 8008] as const)
      published[`${name}:${String(port)}`] = at(
        await network.publish(name, ports[port], (client) => findOwner(client, processes())),
      )
    // a member that is not reached is called ten times a second: looking up who calls would take too long
    const peers = at(await network.publish(name, ports[2380], (client) => callerOf(client, members)))
    published[`${name}:2380`] = peers
    members.set(memberIdOf(peers), name)
  }
  return Promise.all(
    [...own].map(async ([name, ports]) => {
      const addresses = { ...published }
      for (const [other, { 2379: port }] of own)
        addresses[`${other}:2379`] = at(other === name ? port : await network.connect(name, other, port))
      return { name, own: ports, addresses }
    }),
  )
}

async function callerOf(client: Parameters<typeof peekHeader>[0], members: ReadonlyMap<string, string>) {
  return members.get((await peekHeader(client, 'X-Server-From')) ?? '') ?? null
}

/** How etcd 3.4 computes a member's id: `NewMember` of server/etcdserver/api/membership/member.go. */
function memberIdOf(address: string): string {
  const digest = createHash('sha1').update(`http://${address}${ETCD_TOKEN}`).digest('hex')
  return BigInt(`0x${digest.slice(0, 16)}`).toString(16)
}

/** What the files of `deploy/` name becomes of a machine: addresses of all, and where its own programs listen. */
export function changesOf({ own, addresses }: MachinePorts): Changes {
  const listening = Object.entries(own).map(([port, mine]) => [`0.0.0.0:${port}`, at(mine)] as const)
  return { ...addresses, ...Object.fromEntries(listening) }
}

/** An address of loopback. */
export function at(port: number): string {
  return `127.0.0.1:${String(port)}`
}
