import { originOf } from './connection-origin.ts'
import { openSwitch, type NetworkSwitch } from './network-switch.ts'

/** Several machines on this computer, each with a network that can fail as a whole. */
export interface MachineNetwork {
  /** Names a first process of a machine; null while it does not run. All that descend from it are on that machine, too. */
  assign(machine: string, pid: () => number | null): void
  /** Opens an address at which every machine reaches a port of one of them, through its own network and the other one's. */
  publish(machine: string, port: number): Promise<number>
  /** Opens an address for one machine alone: who connects there is not looked up. */
  connect(from: string, to: string, port: number): Promise<number>
  /** Breaks all connections to and from a machine, except those within it, and refuses new ones until it is reconnected. */
  cut(machine: string): void
  /** Lets nothing pass to and from a machine, and closes nothing. */
  silence(machine: string): void
  reconnect(machine: string): void
  close(): Promise<void>
}

/** From one machine to a port of another one. */
interface Way {
  readonly from: string
  readonly to: string
  readonly line: NetworkSwitch
}

/** @param machines that publish addresses, or reach published ones. */
export function createNetwork(machines: readonly string[]): MachineNetwork {
  const ways: Way[] = []
  const entrances: NetworkSwitch[] = []
  const processes: { readonly machine: string; readonly pid: () => number | null }[] = []
  const failures = new Map<string, 'cut' | 'silence'>()
  const settle = (machine: string) => {
    for (const way of ways.filter(({ from, to }) => from === machine || to === machine))
      fail(way.line, failures.get(way.from) ?? failures.get(way.to))
  }
  const connect = async (from: string, to: string, port: number) => {
    const line = await openSwitch(port)
    ways.push({ from, to, line })
    return line.port
  }
  const named = () => processes.map(({ machine, pid }) => ({ name: machine, pid: pid() }))
  const change = (machine: string, failure: 'cut' | 'silence' | null) => {
    if (failure === null) failures.delete(machine)
    else failures.set(machine, failure)
    settle(machine)
  }
  return {
    assign: (machine, pid) => void processes.push({ machine, pid }),
    async publish(machine, port) {
      const others = machines.filter((one) => one !== machine)
      const ports = new Map<string, number>()
      for (const other of others) ports.set(other, await connect(other, machine, port))
      const entrance = await openSwitch(
        port,
        (client) => ports.get(originOf(client, named()) ?? machine) ?? port,
      )
      entrances.push(entrance)
      return entrance.port
    },
    connect,
    cut: (machine) => {
      change(machine, 'cut')
    },
    silence: (machine) => {
      change(machine, 'silence')
    },
    reconnect: (machine) => {
      change(machine, null)
    },
    async close() {
      await Promise.all([...entrances, ...ways.map(({ line }) => line)].map((one) => one.close()))
    },
  }
}

function fail(line: NetworkSwitch, failure: 'cut' | 'silence' | undefined): void {
  if (failure === undefined) line.pass()
  else if (failure === 'silence') line.silence()
  else {
    line.refuse()
    line.reset()
  }
}
