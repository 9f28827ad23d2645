import type { NetworkSwitch } from './network-switch.ts'
import type { PostgresServer } from './postgres-server.ts'
import type { ShopProcess } from './shops.ts'

/** Something that breaks, and its end: it goes on, is started again, or another takes its place. */
export interface Fault {
  /** What happens to what, such as `primary: freeze`. */
  readonly name: string
  /** What must not be in another fault at the same time. */
  readonly parts: readonly string[]
  /** Whether a standby takes the primary's place, and with it loses what it has not heard. */
  readonly promotes?: true
  begin(): Promise<void>
  end(): Promise<void>
}

/** A database that survives the loss of a server, as docs/high-availability.md describes them. */
export interface Deployment {
  /** DATABASE_URL of a shop, by its place in the list. */
  databaseUrl(shop: number): string
  /** The database beside the shops' connections. */
  readonly url: string
  /** The faults of its servers and networks. */
  readonly faults: readonly Fault[]
  /** A failover that loses what was committed while the standby heard nothing; null if none can. */
  readonly lossyFault: Fault | null
  /** Makes everything redundant again after the faults of a round have ended. */
  repair(): Promise<void>
  /** The newest lines that its servers have logged. */
  log(): Promise<string>
  stop(): Promise<void>
}

const nothing = () => Promise.resolve()

/** Connections that break, and are refused until the end. */
export function cutFault(name: string, part: string, switches: () => readonly NetworkSwitch[]): Fault {
  return {
    name: `${name}: cut`,
    parts: [part],
    begin() {
      for (const one of switches()) {
        one.refuse()
        one.reset()
      }
      return nothing()
    },
    end() {
      for (const one of switches()) one.pass()
      return nothing()
    },
  }
}

/** A network that lets nothing pass and closes nothing. What was connected stays dead after its end. */
export function silenceFault(name: string, part: string, switches: () => readonly NetworkSwitch[]): Fault {
  return {
    name: `${name}: silence`,
    parts: [part],
    begin() {
      for (const one of switches()) one.silence()
      return nothing()
    },
    end() {
      for (const one of switches()) one.pass()
      return nothing()
    },
  }
}

/** What can be killed and started again, or stopped in its tracks. */
type Victim = Pick<PostgresServer, 'start' | 'kill' | 'freeze' | 'thaw'>

export function killFault(name: string, part: string, victim: () => Victim): Fault {
  return { name: `${name}: kill`, parts: [part], begin: () => victim().kill(), end: () => victim().start() }
}

export function freezeFault(name: string, part: string, victim: () => Victim): Fault {
  return {
    name: `${name}: freeze`,
    parts: [part],
    begin() {
      victim().freeze()
      return nothing()
    },
    end() {
      victim().thaw()
      return nothing()
    },
  }
}

/** The faults of the shop's own processes. */
export function shopFaults(shops: readonly ShopProcess[]): readonly Fault[] {
  return shops.flatMap((shop) => [
    killFault(shop.name, shop.name, () => shop),
    freezeFault(shop.name, shop.name, () => shop),
  ])
}
