import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { ChainId } from '#shared/chains.ts'
import { ChainError } from './chain-reader.ts'
import { NodeFault } from './json-rpc.ts'

/** One of the nodes behind a reader, named by its place in the setting: `'ethereum node 2'`. */
export interface Endpoint<Node> {
  readonly name: string
  readonly node: Node
}

export type EndpointAnswer<Node, Answer> =
  | { readonly kind: 'answered'; readonly endpoint: Endpoint<Node>; readonly value: Answer }
  | { readonly kind: 'failed'; readonly endpoint: Endpoint<Node>; readonly error: ChainError }

export interface Endpoints<Node> {
  readonly all: readonly Endpoint<Node>[]
  /**
   * Runs a whole step on one node, so that two nodes' answers never mix; where that node fails, from the start on the next.
   * Nodes that failed are passed over until their pause ends.
   *
   * @throws {ChainError} if every node failed or pauses, with the pause of the one that comes back first.
   * Anything thrown that is neither {@link NodeFault} nor ChainError is a bug of ours and passes through.
   */
  run<Answer>(step: (endpoint: Endpoint<Node>) => Promise<Answer>): Promise<Answer>
  /** Asks every node, paused or not; failures are answers here, and count as such for {@link Endpoints.run}. */
  each<Answer>(
    ask: (endpoint: Endpoint<Node>) => Promise<Answer>,
  ): Promise<readonly EndpointAnswer<Node, Answer>[]>
}

export interface EndpointsOptions<Node> {
  readonly chain: ChainId
  /** In order of preference; at least one. */
  readonly nodes: readonly Node[]
  readonly clock: Clock
  readonly log: Log
  /** Least pause after a node asked for one; TronGrid blocks for 30 s. Default 1,000. */
  readonly limitedPauseMs?: number
  /** First pause after a failure; doubles with each more, up to 60 s, less up to half by jitter. Default 500. */
  readonly firstPauseMs?: number
  /** 0 to below 1. Default Math.random. */
  readonly random?: () => number
}

interface Health {
  failures: number
  pausedUntilMs: number
  lastError: ChainError | null
}

const MAX_PAUSE_MS = 60_000

/** Keeps the health of a chain's nodes: failover, exponential back-off with jitter, respect for Retry-After. */
export function createEndpoints<Node>(options: EndpointsOptions<Node>): Endpoints<Node> {
  const { chain, clock, log } = options
  if (options.nodes.length === 0) throw new RangeError(`${chain}: expected at least one node, got none`)
  const all = options.nodes.map((node, index) => ({ name: `${chain} node ${String(index + 1)}`, node }))
  const healths = new Map<Endpoint<Node>, Health>(
    all.map((endpoint) => [endpoint, { failures: 0, pausedUntilMs: 0, lastError: null }]),
  )
  const healthOf = (endpoint: Endpoint<Node>): Health => {
    const health = healths.get(endpoint)
    if (health === undefined) throw new RangeError(`${endpoint.name} is no endpoint of ${chain}`)
    return health
  }

  async function attempt<Answer>(
    endpoint: Endpoint<Node>,
    step: (endpoint: Endpoint<Node>) => Promise<Answer>,
  ): Promise<EndpointAnswer<Node, Answer>> {
    try {
      const value = await step(endpoint)
      noteSuccess(endpoint)
      return { kind: 'answered', endpoint, value }
    } catch (thrown) {
      return { kind: 'failed', endpoint, error: noteFailure(endpoint, thrown) }
    }
  }

  function noteSuccess(endpoint: Endpoint<Node>): void {
    const health = healthOf(endpoint)
    if (health.failures > 0) log.info({ chain, endpoint: endpoint.name }, 'node answers again')
    Object.assign(health, { failures: 0, pausedUntilMs: 0, lastError: null })
  }

  /** @throws what was thrown, where it is no node's fault. */
  function noteFailure(endpoint: Endpoint<Node>, thrown: unknown): ChainError {
    const error = asChainError(chain, endpoint.name, thrown)
    if (error === null) throw thrown
    const health = healthOf(endpoint)
    const isNews = health.lastError?.kind !== error.kind
    health.failures += 1
    const pauseMs = pauseFor(error, health.failures)
    health.pausedUntilMs = clock().getTime() + pauseMs
    health.lastError = error
    if (isNews) {
      log.warn({ chain, endpoint: endpoint.name, kind: error.kind, pauseMs }, `node failed: ${error.message}`)
    }
    return error
  }

  function pauseFor(error: ChainError, failures: number): number {
    const grown = Math.min((options.firstPauseMs ?? 500) * 2 ** Math.min(failures - 1, 20), MAX_PAUSE_MS)
    const jittered = grown * (1 - (options.random ?? Math.random)() / 2)
    const least = error.kind === 'limited' ? (options.limitedPauseMs ?? 1000) : 0
    return Math.ceil(Math.max(jittered, least, error.retryAfterMs ?? 0))
  }

  /** What to tell the caller when no node helped: the fault of the one that comes back first, and when. */
  function nobodyHelped(): ChainError {
    const nowMs = clock().getTime()
    const next = all
      .map(healthOf)
      .reduce((soonest, health) => (health.pausedUntilMs < soonest.pausedUntilMs ? health : soonest))
    const retryAfterMs = Math.max(1, next.pausedUntilMs - nowMs)
    const last = next.lastError
    return new ChainError(
      chain,
      last?.kind ?? 'down',
      `no node helps right now; ${last?.message ?? 'none was asked'}`,
      {
        cause: last,
        retryAfterMs,
      },
    )
  }

  return {
    all,
    async run(step) {
      const nowMs = clock().getTime()
      for (const endpoint of all.filter((one) => healthOf(one).pausedUntilMs <= nowMs)) {
        const answer = await attempt(endpoint, step)
        if (answer.kind === 'answered') return answer.value
      }
      throw nobodyHelped()
    },
    each: (ask) => Promise.all(all.map((endpoint) => attempt(endpoint, ask))),
  }
}

/** A node's fault in the words readers share; null for what is none. */
function asChainError(chain: ChainId, name: string, thrown: unknown): ChainError | null {
  if (thrown instanceof ChainError) return thrown
  if (!(thrown instanceof NodeFault)) return null
  const options = {
    cause: thrown,
    ...(thrown.retryAfterMs === null ? {} : { retryAfterMs: thrown.retryAfterMs }),
  }
  return new ChainError(
    chain,
    thrown.kind === 'limited' ? 'limited' : 'down',
    `${name}: ${thrown.message}`,
    options,
  )
}
