import type { ChainId } from '#shared/chains.ts'
import { randomStream, type RandomStream } from './seeded-random.ts'
import { MIXED_SCENARIOS, SCENARIOS, type EventKind, type Scenario, type ScenarioName } from './scenarios.ts'
import type { WorldSetup } from './world.ts'

/** One thing that happens in the world. Everything else about it is drawn from a stream of its own, seeded by its id. */
export interface PlannedEvent {
  readonly id: number
  readonly kind: EventKind
  /** Gates to release before it; `'all'` until nothing is under way. */
  readonly gap: number | 'all'
  /** The id of the event that makes the order concerned, or several of which one is; null for events without one. */
  readonly order: number | null
  /** How many orders it makes. */
  readonly orders: number
}

/** All that happens in one run. Removing events from it gives a smaller run, whose other events stay the same. */
export interface Plan {
  readonly setup: WorldSetup
  readonly scenarios: readonly ScenarioName[]
  readonly events: readonly PlannedEvent[]
}

/** Limits of a plan, for short runs. */
export interface PlanOptions {
  readonly scenario?: ScenarioName | undefined
  readonly events?: number | undefined
  /** Draws as seeds were drawn before databases failed in them, so that those seeds keep their plans. */
  readonly isFormer?: boolean | undefined
}

/** What plans were drawn from then. */
const FORMER = { scenarios: MIXED_SCENARIOS.slice(0, 10), lacks: ['fail statement', 'silence'] } as const

/** How many events plans have: many short ones, since most faults need few events, and some long ones. */
const LENGTHS = [
  [30, 6],
  [70, 3],
  [160, 1],
] as const
const SPARE_ADDRESSES = 10
/** Orders that an event of many makes. */
const FEWEST = 70
const MOST = 130
/** The same where the number of events is given, so that short runs stay short. */
const MOST_IN_SHORT = 20
/** How every plan begins. */
const FIRST: readonly EventKind[] = ['order', 'order', 'order', 'many orders']
const ORDER_EVENTS: ReadonlySet<EventKind> = new Set<EventKind>([
  'pay',
  'pay many',
  'dust',
  'replace',
  'drop',
  'resend',
  'sweep',
  'ask refund',
  'pay refund',
  'withdraw refund',
  'accept',
  'claim',
  'retry order',
])

/** What happens to old orders as often as to young ones. */
const LATE_EVENTS: ReadonlySet<EventKind> = new Set<EventKind>([
  'resend',
  'replace',
  'drop',
  'sweep',
  'pay many',
])

/** Draws the plan of a seed: one to three scenarios mixed, on one or two chains. */
export function drawPlan(seed: string, options: PlanOptions = {}): Plan {
  const stream = randomStream(`plan ${seed}`)
  const isFormer = options.isFormer === true
  const drawn = () => drawSome(stream, isFormer ? FORMER.scenarios : MIXED_SCENARIOS)
  const scenarios = options.scenario !== undefined ? [options.scenario] : drawn()
  const parts = scenarios.map((name) => SCENARIOS[name])
  const drawnSetup = drawSetup(stream, seed, parts)
  const weights = mix(parts, isFormer ? FORMER.lacks : [])
  const orders: number[] = []
  const batches: number[] = []
  const events: PlannedEvent[] = []
  const most = options.events === undefined ? MOST : MOST_IN_SHORT
  const length = options.events ?? stream.weighted<number>(LENGTHS)
  let count = 0
  for (let id = 1; id <= length; id += 1) {
    const kind = FIRST[id - 1] ?? stream.weighted(weights)
    const made =
      kind === 'order' || kind === 'big order'
        ? 1
        : kind === 'many orders'
          ? stream.between(Math.min(FEWEST, most >> 1), most)
          : 0
    if (made > 0) orders.push(id)
    if (kind === 'many orders') batches.push(id)
    count += made
    const gap = stream.chance(0.45) ? 'all' : stream.between(0, stream.chance(0.5) ? 4 : 40)
    events.push({
      id,
      kind,
      gap,
      order: ORDER_EVENTS.has(kind)
        ? LATE_EVENTS.has(kind)
          ? stream.pick(kind === 'pay many' ? batches : orders)
          : recent(stream, orders)
        : null,
      orders: made,
    })
  }
  const setup = { ...drawnSetup, addresses: count + SPARE_ADDRESSES }
  return { setup, scenarios, events }
}

function drawSome(stream: RandomStream, names: readonly ScenarioName[]): readonly ScenarioName[] {
  const count = stream.weighted<number>([
    [1, 3],
    [2, 4],
    [3, 3],
  ])
  return [...new Set(Array.from({ length: count }, () => stream.pick(names)))]
}

/** Mostly one of the latest orders: most things happen while an order is young. */
function recent(stream: RandomStream, orders: readonly number[]): number {
  const back = stream.chance(0.8)
    ? stream.between(1, Math.min(6, orders.length))
    : stream.between(1, orders.length)
  return orders[orders.length - back]!
}

function mix(
  parts: readonly Scenario[],
  lacks: readonly EventKind[],
): readonly (readonly [EventKind, number])[] {
  const sums = new Map<EventKind, number>()
  for (const { weights } of parts)
    for (const [kind, weight] of Object.entries(weights) as [EventKind, number][])
      sums.set(kind, (sums.get(kind) ?? 0) + weight)
  return [...sums].filter(([kind]) => !lacks.includes(kind))
}

function drawSetup(
  stream: RandomStream,
  seed: string,
  parts: readonly Scenario[],
): Omit<WorldSetup, 'addresses'> {
  const chains: readonly ChainId[] = ['bitcoin', 'ethereum', 'bsc', 'tron', 'base', 'polygon']
  const allowed = parts.flatMap((part) => part.chains)
  const first = stream.pick(allowed.length > 0 ? allowed : chains)
  const second = stream.chance(0.35) ? [stream.pick(chains)] : []
  const find = <Value>(values: readonly (Value | null)[], otherwise: Value): Value =>
    values.find((value) => value !== null) ?? otherwise
  return {
    seed,
    chains: [...new Set([first, ...second])],
    nodesPerChain: Math.max(
      ...parts.map((part) => part.nodes),
      stream.weighted<number>([
        [1, 5],
        [2, 4],
      ]),
    ),
    processes: stream.between(2, 3),
    stock: find(
      parts.map((part) => part.stock),
      stream.chance(0.3) ? 'reserve' : 'backorder',
    ),
    hasElection: parts.some((part) => part.hasElection),
    isEsplora: parts.some((part) => part.isEsplora),
    refusesBalances: stream.chance(0.25),
    losesSecondNode: stream.chance(0.2),
    isXpubUsed: parts.some((part) => part.isXpubUsed) && stream.chance(0.5),
    keys: find(
      parts.map((part) => part.keys),
      stream.pick([20, 60, 400, 400]),
    ),
  }
}
