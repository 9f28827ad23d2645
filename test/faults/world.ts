import type pg from 'pg'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import type { NetworkId } from '#shared/rails.ts'
import type { StockMode } from '#shared/editions.ts'
import type { ChainModel, ModelTx } from './chain-model.ts'
import type { Connections } from './connections.ts'
import type { DataFolder } from './process-mark.ts'
import type { StatementNote } from './gated-database.ts'
import type { GateFault, GateKind, Gates } from './gates.ts'
import type { InvariantId } from './invariants.ts'
import type { ModelNode } from './nodes.ts'
import type { ModelToken } from './evm-node.ts'
import type { RandomStream } from './seeded-random.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Timers } from './timers.ts'

/** A promise of the shop that was broken. */
export interface Violation {
  readonly rule: InvariantId
  readonly message: string
}

/** A chain of the world with the nodes that the shop has set. */
export interface WorldChain {
  readonly model: ChainModel
  readonly nodes: readonly ModelNode[]
  readonly coin: string
  readonly tokens: readonly ModelToken[]
  readonly chainId: number
  /** The newest block when the shop first looked. */
  readonly firstRead: number
  /** Transactions whose fee is too low: no miner takes them until they are sent again. */
  readonly stuck: Set<string>
  /** Whether a node ever omitted logs: money that came late is then found only if it shows them at finality. */
  hidLogs: boolean
  /** Whether a node's logs were ever behind its blocks: what the shop knows by a balance then may stay without its logs. */
  hadLateLogs: boolean
}

/** An order as the harness knows it, from the answer its buyer got or from its row. */
export interface WorldOrder {
  readonly id: string
  readonly network: NetworkId
  readonly chain: ChainId
  readonly asset: string
  /** As the shop wrote it, and in the chain's wire format. */
  readonly address: string
  readonly wireAddress: string
  readonly due: bigint
  readonly priceCents: number
  readonly quantity: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly rateE8: bigint
  /** What its buyer sent, oldest first. */
  readonly sent: ModelTx[]
}

/** A mail that the server took. */
export interface TakenMail {
  readonly messageId: string
  readonly recipient: string
  readonly text: string
}

/** A fault that strikes at the next fitting gate of a process. */
export interface ArmedFault {
  readonly process: string
  readonly fault: GateFault | 'kill' | 'freeze'
  readonly at: readonly GateKind[]
  /** Fitting gates to let pass first. */
  skips: number
}

/** What one seed decides before anything happens. */
export interface WorldSetup {
  readonly seed: string
  readonly chains: readonly ChainId[]
  readonly nodesPerChain: number
  readonly processes: number
  readonly stock: StockMode
  readonly keys: number
  /** Whether another installation used the same extended public keys before. */
  readonly isXpubUsed: boolean
  /** Addresses to keep ready: more than there are orders, since an order that finds none waits by the real clock. */
  readonly addresses: number
  /** Whether processes elect who looks, instead of looking whenever they like. */
  readonly hasElection: boolean
  /** Whether Bitcoin's nodes are Esplora servers. */
  readonly isEsplora: boolean
  /** Whether the nodes refuse, in the end too, to read balances by code. */
  readonly refusesBalances: boolean
  /** Whether the second node never comes back in the end. */
  readonly losesSecondNode: boolean
}

/** Figures of one run. */
export interface Tally {
  steps: number
  orders: number
  delivered: number
  faults: Map<string, number>
  /** The value of orders that a single node's invention paid while the other node failed, in cents. */
  onOneWordCents: number
  /** Seconds of the world's time, without long pauses, from a payment's asked depth to its keys. */
  latencies: number[]
  /** The same in looks that ended well. */
  looksToKeys: number[]
  /** The most calls and statements of a quiet look, by chain and by whether there was a new block. */
  costs: Map<string, number>
}

/** Everything around the shop, and the shop's processes. */
export interface World {
  readonly setup: WorldSetup
  readonly clock: Clock
  readonly gates: Gates
  readonly connections: Connections
  readonly timers: Timers
  /** Steps until the server writes again; 0 while it does. */
  readOnlyFor: number
  /** The oracle's own connection, which passes no gate. */
  readonly oracle: pg.Client
  /** For what operators do while no process runs; passes no gate. */
  readonly admin: Db
  readonly chains: ReadonlyMap<ChainId, WorldChain>
  readonly processes: ShopProcess[]
  /** Orders by their number: the event that made them, or that and a place among others. */
  readonly orders: Map<number, WorldOrder>
  /** The numbers of the orders that one event made. */
  readonly batches: Map<number, readonly number[]>
  readonly mails: TakenMail[]
  /** The order that each address was first told to, and each key. */
  readonly addresses: Map<string, string>
  readonly toldKeys: Map<string, string>
  /** Keys that databases had handed out in whose place a backup was restored. */
  readonly lostKeys: Set<string>
  /** Whether there is a backup to restore. */
  hasBackup: boolean
  /** Whether a standby has a copy of the database. */
  hasStandby: boolean
  /** How often a standby took the place of its primary. */
  timeline: number
  /** How often it lacked something that a process knew. */
  losses: number
  /** How often a process noticed that something is missing. */
  alarms: number
  /** The data folders of the processes, by their numbers. */
  readonly folders: Map<string, DataFolder>
  /** How often a backup was restored. */
  restores: number
  /** Whether the shop takes no orders, since its pools of addresses are not filled again after a restore. */
  isRecovering: boolean
  /** Whether keys were held until release at any time. */
  hasHeldKeys: boolean
  /** Orders that a node claims are paid, with the faults of the other nodes at that time. */
  readonly invented: Map<string, number>
  smtp: 'up' | 'down' | 'accepts and dies'
  hasRates: boolean
  leader: number
  nowMs: number
  readonly armed: ArmedFault[]
  readonly tally: Tally
  /** Faults in the node answers, drawn at the moment of each. */
  readonly stream: RandomStream
  /** How long announcements take. */
  readonly announcing: RandomStream
  /** The statements whose changes became visible since the oracle's last check. */
  readonly committed: string[]
  /** Who was elected, in this order. */
  readonly reigns: { readonly process: string; readonly epoch: number }[]
  noteFenced(process: string, epoch: number): void
  /** The processes that took orders since then. */
  readonly sellers: string[]
  /** Unexpected errors that the shop logged or threw. */
  readonly errors: string[]
  /** Promises that a look has broken. */
  readonly broken: Violation[]
  /** The time that passed in long pauses, in which nobody looked. */
  jumpedMs: number
  /** Looks that ended well, by chain. */
  readonly looks: Map<ChainId, number>
  log(line: string): void
  note(statement: StatementNote): void
}

/** Counts a fault. */
export function countFault({ tally }: Pick<World, 'tally'>, kind: string): void {
  tally.faults.set(kind, (tally.faults.get(kind) ?? 0) + 1)
}

/** The process that the world's next look runs in: the newest of those that believe to lead, if they elect one. */
export function leaderOf(world: World): ShopProcess {
  const newest = world.reigns.at(-1)?.process
  const elected = world.processes.find(({ name }) => name === newest)
  if (world.setup.hasElection && elected !== undefined) return elected
  return world.processes[world.leader % world.processes.length]!
}
