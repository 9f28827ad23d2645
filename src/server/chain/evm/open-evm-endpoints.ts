import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import { ChainError, type Block } from '#server/chain/chain-reader.ts'
import { createEndpoints, type Endpoints } from '#server/chain/endpoints.ts'
import { createJsonRpc } from '#server/chain/json-rpc.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import { decimalsOf } from '#shared/assets.ts'
import { CHAIN_TABLE, type EvmChainId } from '#shared/chains.ts'
import { evmChainOf, headMaxAgeFor, type EvmChain, type TokenSetting } from './evm-chains.ts'
import { createEvmNode, type EvmNode } from './evm-node.ts'
import { withoutTransactions } from './node-objects.ts'
import { proveNode, type NodeExpectation } from './prove-node.ts'

/** How a chain's nodes are reached, and what they must serve. */
export interface EvmEndpointsOptions {
  readonly chain: EvmChainId
  /** Nodes in order of preference, `http(s)://…`; at least one. */
  readonly urls: readonly string[]
  /** Sent in the API key header of the chain's nodes; ignored on chains whose keys are part of the URL. */
  readonly apiKey?: string | null
  /** Default: the chain id of the main network. */
  readonly chainId?: number | null
  /** The tokens to look for; transfers of other tokens are ignored. */
  readonly tokens: readonly TokenSetting[]
  /** A node whose head is older than this lags. Null: the chain's own limit on public networks, no limit elsewhere. */
  readonly headMaxAgeS: number | null
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch
  readonly timeoutMs?: number
  /** First pause after a failure, in ms; see createEndpoints. */
  readonly firstPauseMs?: number
}

/** After a larger answer the reader requests fewer blocks; a full Ethereum block has 0.3 to 3 MB. */
const MAX_RESPONSE_BYTES = 24 * 1024 * 1024

/** The nodes of one chain. */
interface EvmEndpoints {
  readonly chain: EvmChain
  readonly expected: NodeExpectation
  readonly endpoints: Endpoints<EvmNode>
  /** Runs a step on a node after checking its network. */
  run<Answer>(step: (node: EvmNode) => Promise<Answer>): Promise<Answer>
  /**
   * A node's newest block, with its transactions if `isFull`.
   *
   * @throws {ChainError} `'lags'` if it is older than the chain allows.
   */
  freshHead(node: EvmNode, isFull?: boolean): Promise<Block>
}

/** Opens the nodes of a chain that speak Ethereum's JSON-RPC. */
export function openEvmEndpoints(options: EvmEndpointsOptions): EvmEndpoints {
  const chain = evmChainOf(options.chain)
  const expected = expectationOf(chain, options)
  const maxAgeS = headMaxAgeFor(chain, expected.chainId, options.headMaxAgeS)
  const endpoints = createEndpoints({
    chain: chain.id,
    nodes: options.urls.map((url) => nodeAt(url, chain, options)),
    clock: options.clock,
    log: options.log,
    limitedPauseMs: chain.limitedPauseMs,
    ...(options.firstPauseMs === undefined ? {} : { firstPauseMs: options.firstPauseMs }),
  })
  return {
    chain,
    expected,
    endpoints,
    run: (step) =>
      endpoints.run(async ({ node }) => {
        await proveNode(node, expected)
        return step(node)
      }),
    async freshHead(node, isFull = false) {
      const latest = await (isFull ? node.fullBlock('latest') : node.block('latest'))
      if (latest === null) throw new NodeFault('malformed', 'expected a newest block, got none')
      const ageS = (options.clock().getTime() - latest.at.getTime()) / 1000
      if (maxAgeS !== null && ageS > maxAgeS) {
        throw new ChainError(
          chain.id,
          'lags',
          `expected a block within ${String(maxAgeS)} s, the newest is ${String(Math.round(ageS))} s old`,
        )
      }
      node.learnt.head = latest
      return withoutTransactions(latest)
    },
  }
}

function nodeAt(url: string, chain: EvmChain, options: EvmEndpointsOptions): EvmNode {
  const hasKey = chain.keyHeader !== null && options.apiKey !== undefined && options.apiKey !== null
  const rpc = createJsonRpc({
    url,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    ...(hasKey ? { headers: { [chain.keyHeader]: options.apiKey } } : {}),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  })
  return createEvmNode(rpc)
}

function expectationOf(chain: EvmChain, options: EvmEndpointsOptions): NodeExpectation {
  const mainnetChainId = CHAIN_TABLE[chain.id].mainnetChainId
  const chainId = options.chainId ?? mainnetChainId
  if (chainId === null) throw new RangeError(`${chain.id}: expected a chain id`)
  const tokens = options.tokens.map(({ asset, contract }) => ({
    asset,
    contract: chain.codec.toHex(contract),
    decimals: decimalsOf(chain.id, asset),
  }))
  return { chain: chain.id, chainId, tokens }
}
