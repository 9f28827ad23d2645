import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { ChainId } from '#shared/chains.ts'
import { ChainError, type Block } from './chain-reader.ts'
import { NodeFault } from './node-http.ts'

/** One of a reader's nodes; the name is its position in the setting: `'ethereum node 2'`. */
export interface Endpoint<Node> {
  readonly name: string
  readonly node: Node
}

/** The result of one step on one endpoint: its value, or the error it failed with. */
export type EndpointAnswer<Node, Answer> =
  | { readonly kind: 'answered'; readonly endpoint: Endpoint<Node>; readonly value: Answer }
  | { readonly kind: 'failed'; readonly endpoint: Endpoint<Node>; readonly error: ChainError }

/** A node does not have the block that it was asked about, which another node may have named: neither is known to be wrong. */
export class UnknownBlockError extends ChainError {
  constructor(chain: ChainId, height: number) {
    super(chain, 'inconsistent', `block ${String(height)} is not on the chain of this node`)
  }
}

/** No node was asked: each pauses after a failure, perhaps of something else than what was to be read. */
export class NodesPauseError extends ChainError {}

/** The nodes of one chain, with failover and pauses. */
export interface Endpoints<Node> {
  readonly all: readonly Endpoint<Node>[]
  /**
   * Runs a whole step on one node, so that the answers of two nodes are never mixed. If that node fails, the step starts
   * again on the next one. Nodes that failed are skipped until their pause ends; {@link UnknownBlockError} is no failure.
   *
   * @throws {ChainError} if every node failed or pauses, a {@link NodesPauseError} if none was asked; `retryAfterMs` is the
   * shortest remaining pause.
   * @throws {UnknownBlockError} if no node answered, and one of them did not have the block.
   * Anything that is neither {@link NodeFault} nor ChainError is a programming error and is rethrown.
   */
  run<Answer>(step: (endpoint: Endpoint<Node>) => Promise<Answer>): Promise<Answer>
  /**
   * Reads a chain's newest block: the first that is at least at a height, else the highest. Nodes whose block is lower are
   * not paused, since the chain may have become shorter.
   *
   * @throws {ChainError} like {@link Endpoints.run}.
   */
  newest(read: (endpoint: Endpoint<Node>) => Promise<Block>, atLeast: number): Promise<Block>
  /**
   * Runs a step on every node. Failures are returned, and they pause the node for {@link Endpoints.run}. A node that pauses is
   * asked too, unless `skipsPaused` is set: then its last error is returned.
   */
  each<Answer>(
    ask: (endpoint: Endpoint<Node>) => Promise<Answer>,
    options?: { readonly skipsPaused?: boolean },
  ): Promise<readonly EndpointAnswer<Node, Answer>[]>
}

/** Options of {@link createEndpoints}. */
export interface EndpointsOptions<Node> {
  readonly chain: ChainId
  /** In order of preference; at least one. */
  readonly nodes: readonly Node[]
  readonly clock: Clock
  readonly log: Log
  /** Shortest pause after a node asked for one, in ms; TronGrid blocks for 30 s. Default 1,000. */
  readonly limitedPauseMs?: number
  /** First pause after a failure, in ms; doubles with each failure up to 60 s, then is reduced by 0 to 50 % jitter. Default 500. */
  readonly firstPauseMs?: number
  /** From 0 to below 1. Default Math.random. */
  readonly random?: () => number
}

interface Health {
  failures: number
  pausedUntilMs: number
  lastError: ChainError | null
}

const MAX_PAUSE_MS = 60_000

/**
 * Creates the endpoints of a chain: failover, exponential back-off with jitter, and Retry-After.
 *
 * @throws {RangeError} if there is no node.
 */
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
      if (thrown instanceof UnknownBlockError) return { kind: 'failed', endpoint, error: thrown }
      return { kind: 'failed', endpoint, error: noteFailure(endpoint, thrown) }
    }
  }

  function noteSuccess(endpoint: Endpoint<Node>): void {
    const health = healthOf(endpoint)
    if (health.failures > 0) log.info({ chain, endpoint: endpoint.name }, 'node answers again')
    Object.assign(health, { failures: 0, pausedUntilMs: 0, lastError: null })
  }

  /** @throws the error itself if the node did not cause it. */
  function noteFailure(endpoint: Endpoint<Node>, thrown: unknown): ChainError {
    const error = asChainError(chain, endpoint.name, thrown)
    if (error === null) throw thrown
    const health = healthOf(endpoint)
    const isNewKind = health.lastError?.kind !== error.kind
    health.failures += 1
    const pauseMs = pauseFor(error, health.failures)
    health.pausedUntilMs = clock().getTime() + pauseMs
    health.lastError = error
    if (isNewKind) {
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

  /** The last error of the node whose pause ends first, and when that is. */
  function noNodeError(asked: readonly Endpoint<Node>[]): ChainError {
    const nowMs = clock().getTime()
    const next = all
      .map(healthOf)
      .reduce((soonest, health) => (health.pausedUntilMs < soonest.pausedUntilMs ? health : soonest))
    const retryAfterMs = Math.max(1, next.pausedUntilMs - nowMs)
    const last = next.lastError
    const NoNodeError = asked.length === 0 ? NodesPauseError : ChainError
    const message = `no node is available; ${last?.message ?? 'none was asked'}`
    return new NoNodeError(chain, last?.kind ?? 'down', message, { cause: last, retryAfterMs })
  }

  const available = () => {
    const nowMs = clock().getTime()
    return all.filter((one) => healthOf(one).pausedUntilMs <= nowMs)
  }

  return {
    all,
    async newest(read, atLeast) {
      let highest: Block | null = null
      const asked = available()
      for (const endpoint of asked) {
        const answer = await attempt(endpoint, read)
        if (answer.kind === 'failed') continue
        if (highest === null || answer.value.height > highest.height) highest = answer.value
        if (highest.height >= atLeast) return highest
      }
      if (highest === null) throw noNodeError(asked)
      return highest
    },
    async run(step) {
      let unknown: UnknownBlockError | null = null
      const asked = available()
      for (const endpoint of asked) {
        const answer = await attempt(endpoint, step)
        if (answer.kind === 'answered') return answer.value
        if (answer.error instanceof UnknownBlockError) unknown = answer.error
      }
      throw unknown ?? noNodeError(asked)
    },
    each: (ask, { skipsPaused = false } = {}) => {
      const nowMs = clock().getTime()
      return Promise.all(
        all.map((endpoint) => {
          const { pausedUntilMs, lastError } = healthOf(endpoint)
          const isSkipped = skipsPaused && pausedUntilMs > nowMs && lastError !== null
          return isSkipped
            ? Promise.resolve({ kind: 'failed' as const, endpoint, error: lastError })
            : attempt(endpoint, ask)
        }),
      )
    },
  }
}

/** A node's fault as a ChainError; null for any other error. */
function asChainError(chain: ChainId, name: string, thrown: unknown): ChainError | null {
  if (thrown instanceof ChainError) return thrown
  if (!(thrown instanceof NodeFault)) return null
  const options = {
    cause: thrown,
    ...(thrown.retryAfterMs === null ? {} : { retryAfterMs: thrown.retryAfterMs }),
  }
  return new ChainError(chain, kindOf(thrown), `${name}: ${thrown.message}`, options)
}

function kindOf({ kind }: NodeFault): ChainError['kind'] {
  if (kind === 'limited') return 'limited'
  return kind === 'behind' ? 'lags' : 'down'
}

/** Whether some endpoint knows a thing; null if none does, but one of them failed or answered null, "cannot know". */
export function isKnownBySome<Node>(
  answers: readonly EndpointAnswer<Node, boolean | null>[],
): boolean | null {
  const said = answers.map((answer) => (answer.kind === 'answered' ? answer.value : null))
  if (said.includes(true)) return true
  return said.includes(null) ? null : false
}
