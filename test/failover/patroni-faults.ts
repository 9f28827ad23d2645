import { freezeFault, killFault, type Fault } from './deployment.ts'
import type { MachineNetwork } from './machine-network.ts'
import type { PatroniNode } from './patroni-node.ts'
import type { Service } from './service.ts'

/** What can break in a deployment with Patroni, beside the shop's processes. */
interface Breakables {
  readonly nodes: readonly PatroniNode[]
  readonly network: MachineNetwork
  /** HAProxy of each shop's machine, by its name in the network. */
  readonly haproxies: ReadonlyMap<string, Service>
}

const ROLES = ['primary', 'standby'] as const
type Role = (typeof ROLES)[number]

export function patroniFaults({ nodes, network, haproxies }: Breakables): readonly Fault[] {
  const shops = [...haproxies.keys()]
  return [
    ...nodeFaults(nodes, network),
    ...[...haproxies].flatMap(([shop, haproxy]) => [
      killFault(`HAProxy of ${shop}`, 'clients', () => haproxy),
      freezeFault(`HAProxy of ${shop}`, 'clients', () => haproxy),
    ]),
    ...machineFaults('all clients', 'clients', network, () => shops),
    ...shops.flatMap((shop) => machineFaults(`clients of ${shop}`, 'clients', network, () => [shop])),
  ]
}

/** The network of machines, cut off and silent. */
function machineFaults(
  name: string,
  part: string,
  network: MachineNetwork,
  machines: () => readonly string[],
): readonly Fault[] {
  const each = (change: (machine: string) => void) => () => {
    for (const machine of machines()) change(machine)
    return Promise.resolve()
  }
  const end = each(network.reconnect)
  return [
    { name: `${name}: cut`, parts: [part], begin: each(network.cut), end },
    { name: `${name}: silence`, parts: [part], begin: each(network.silence), end },
  ]
}

/** The faults of the machine that is the primary when one begins, and of the one that commits wait for. */
function nodeFaults(nodes: readonly PatroniNode[], network: MachineNetwork): readonly Fault[] {
  const chosen = new Map<Role, PatroniNode>()
  const choose = async (role: Role) => {
    const taken = new Set(chosen.values())
    const free = nodes.filter((node) => !taken.has(node))
    const fits = await Promise.all(
      free.map((node) => (role === 'primary' ? node.isPrimary() : node.isSynchronous())),
    )
    const fitting = free.find((_, at) => fits[at]) ?? free[0]
    if (fitting !== undefined) chosen.set(role, fitting)
  }
  const nodeOf = (role: Role) => {
    const node = chosen.get(role)
    if (node === undefined) throw new Error(`expected a ${role} to be chosen`)
    return node
  }
  const withChoice = (role: Role, fault: Fault): Fault => ({
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
  return ROLES.flatMap((role) =>
    [
      ...(['machine', 'postgres', 'patroni', 'etcd'] as const).flatMap((part) => [
        killFault(`${role} ${NAMES[part]}`, role, () => nodeOf(role)[part]),
        freezeFault(`${role} ${NAMES[part]}`, role, () => nodeOf(role)[part]),
      ]),
      ...machineFaults(`${role} machine`, role, network, () => [nodeOf(role).name]),
    ].map((fault) => withChoice(role, fault)),
  )
}

const NAMES = { machine: 'machine', postgres: 'PostgreSQL', patroni: 'Patroni', etcd: 'etcd' } as const
