import { freePort } from '#server/db/free-port.ts'
import type { Changes } from './deployed-file.ts'
import type { MachineNetwork } from './machine-network.ts'

/** The ports of the programs of a machine, by the number that they have in `deploy/`. */
type Ports = Readonly<Record<(typeof DEPLOYED)[number], number>>

/** PostgreSQL, Patroni's REST interface, etcd's clients, etcd's other members. */
const DEPLOYED = [5432, 8008, 2379, 2380] as const

/** A database machine: where its programs listen, and where other machines reach them. */
export interface MachinePorts {
  readonly name: string
  readonly own: Ports
  readonly published: Ports
}

export async function choosePorts(name: string, network: MachineNetwork): Promise<MachinePorts> {
  const own = { 5432: 0, 8008: 0, 2379: 0, 2380: 0 }
  const published = { ...own }
  for (const port of DEPLOYED) {
    own[port] = await freePort()
    published[port] = await network.publish(name, own[port])
  }
  return { name, own, published }
}

/** The addresses of all machines as the files of `deploy/` name them, and the ports of one machine. */
export function addressesOf(machines: readonly MachinePorts[], { own }: MachinePorts): Changes {
  return Object.fromEntries([
    ...machines.flatMap(({ name, published }) =>
      DEPLOYED.map((port) => [`${name}:${String(port)}`, at(published[port])]),
    ),
    ...DEPLOYED.map((port) => [`0.0.0.0:${String(port)}`, at(own[port])]),
  ]) as Changes
}

/** An address of loopback. */
export function at(port: number): string {
  return `127.0.0.1:${String(port)}`
}
