import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { openLine, openSwitch, type Line, type NetworkSwitch } from './network-switch.ts'

/** Several machines on this computer, each with a network that can fail as a whole. */
export interface MachineNetwork {
  /**
   * Opens an address at which every machine reaches a port of one of them, through its own network and the other one's.
   *
   * @param originOf the machine that has opened a connection; null: none of them, and it is not disturbed.
   */
  publish(machine: string, port: number, originOf: OriginOf): Promise<number>
  /** Opens an address for one machine alone. */
  connect(from: string, to: string, port: number): Promise<number>
  /** Breaks all connections to and from a machine, except those within it, and refuses new ones until it is reconnected. */
  cut(machine: string): void
  /** Lets nothing pass to and from a machine, and closes nothing. */
  silence(machine: string): void
  reconnect(machine: string): void
  close(): Promise<void>
}

type OriginOf = (client: Socket) => Promise<string | null> | string | null

/** From one machine to a port of another one. */
interface Way {
  readonly from: string
  readonly to: string
  readonly line: NetworkSwitch
}

/** @param machines that reach published addresses. */
export function createNetwork(machines: readonly string[]): MachineNetwork {
  const ways: Way[] = []
  const entrances: Entrance[] = []
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
  const change = (machine: string, failure: 'cut' | 'silence' | null) => {
    if (failure === null) failures.delete(machine)
    else failures.set(machine, failure)
    settle(machine)
  }
  return {
    async publish(machine, port, originOf) {
      const others = machines.filter((one) => one !== machine)
      const ports = new Map<string, number>()
      for (const other of others) ports.set(other, await connect(other, machine, port))
      const entrance = await openEntrance(
        async (client) => ports.get((await originOf(client)) ?? machine) ?? port,
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

/** An address from which connections are led to the way of the machine that has opened them. */
interface Entrance {
  readonly port: number
  close(): Promise<void>
}

async function openEntrance(route: (client: Socket) => Promise<number>): Promise<Entrance> {
  const clients = new Set<Socket>()
  const lines = new Set<Line>()
  const lead = async (client: Socket) => {
    const port = await route(client)
    if (client.destroyed) return
    lines.add(openLine(client, port, lines))
    client.resume()
  }
  const listener = createServer({ noDelay: true }, (client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
    lead(client).catch(() => client.destroy())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      for (const client of clients) client.destroy()
      await closed
    },
  }
}
