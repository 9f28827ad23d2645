import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import { createEndpoints } from '#server/chain/endpoints.ts'
import {
  ChainError,
  type BalanceQuery,
  type Block,
  type ChainReader,
  type FoundTransfer,
} from '#server/chain/chain-reader.ts'
import { createJsonRpc, NodeFault } from '#server/chain/json-rpc.ts'
import { atoms } from '#shared/money.ts'
import { CHAIN_TABLE, type EvmChainId } from '#shared/chains.ts'
import { decimalsOf, freezeSelectorOf } from '#shared/assets.ts'
import { evmChainOf, headMaxAgeFor, type EvmChain, type TokenSetting } from './evm-chains.ts'
import { createEvmNode, type EvmNode } from './evm-node.ts'
import { createEveryNodeReader } from './every-node-reader.ts'
import { proveNode, readTokenBalance, type NodeExpectation } from './prove-node.ts'
import { readFrozen } from './read-frozen.ts'
import { readEvmBalances, readTokenBalances } from './read-balances.ts'
import { readFinality } from './read-finality.ts'
import { scanTokenLogs } from './scan-token-logs.ts'
import { FIRST_LOG_DENSITY, scanBlocks, type ScanDeps } from './scan-blocks.ts'
import { usedEvmAddresses } from './used-addresses.ts'

/** Options of {@link createEvmReader}. */
export interface EvmReaderOptions {
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

/**
 * Creates a reader for a chain whose nodes speak Ethereum's JSON-RPC, Tron included. It reads the tokens of the options, and
 * the chain's own coin if the table of chains says so. {@link evmChainOf} lists all differences between the chains.
 */
export function createEvmReader(options: EvmReaderOptions): ChainReader {
  const chain = evmChainOf(options.chain)
  const expected = expectationOf(chain, options)
  const maxAgeS = headMaxAgeFor(chain, expected.chainId, options.headMaxAgeS)
  const deps: ScanDeps = {
    chain,
    tokens: expected.tokens,
    logDensity: { perBlock: FIRST_LOG_DENSITY },
  }
  const endpoints = createEndpoints({
    chain: chain.id,
    nodes: options.urls.map((url) => nodeAt(url, chain, options)),
    clock: options.clock,
    log: options.log,
    limitedPauseMs: chain.limitedPauseMs,
    ...(options.firstPauseMs === undefined ? {} : { firstPauseMs: options.firstPauseMs }),
  })

  /** Runs a step on a node after checking its network. */
  function run<Answer>(step: (node: EvmNode) => Promise<Answer>): Promise<Answer> {
    return endpoints.run(async ({ node }) => {
      await proveNode(node, expected)
      return step(node)
    })
  }

  async function freshHead(node: EvmNode): Promise<Block> {
    const latest = await node.block('latest')
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
    return latest
  }

  const { anyBlockAt, ...everyNode } = createEveryNodeReader({
    endpoints,
    expected,
    chain,
    tokens: expected.tokens,
    freshHead,
  })

  return {
    ...everyNode,
    chain: chain.id,
    assets: [...(chain.coin === null ? [] : [chain.coin]), ...expected.tokens.map((token) => token.asset)],
    isSimulated: false,
    endpointCount: endpoints.all.length,
    head: (atLeast = 0) =>
      endpoints.newest(async ({ node }) => {
        await proveNode(node, expected)
        return freshHead(node)
      }, atLeast),
    finality: (head, wasReported) => run((node) => readFinality(node, chain.id, head, wasReported)),
    async blockAt(height) {
      const block = await run((node) => node.block(height))
      // A node that lags returns null for a block that another node may have.
      return block ?? (endpoints.all.length === 1 ? null : anyBlockAt(height))
    },
    scan(from, to, watch) {
      if (to <= from) throw new RangeError(`expected blocks above ${String(from)}, got up to ${String(to)}`)
      return run((node) => scanBlocks(node, deps, from, to, watch))
    },
    scanTokens: (from, to, watch) =>
      expected.tokens.length === 0 ? null : run((node) => scanTokenLogs(node, deps, from, to, watch)),
    unconfirmed: () => Promise.resolve(null),
    recordedTransfers: () => Promise.resolve(null),
    isReplaced: () => Promise.resolve(false),
    knowsTransaction: () => Promise.resolve(false),
    async hiddenInflows(questions, block) {
      if (!chain.readsBalances || questions.length === 0) return []
      const addresses = questions.map((question) => chain.codec.toHex(question.address))
      const balances = await run((node) => readEvmBalances(node, chain.id, addresses, block))
      return questions.flatMap((question, at) => hiddenInflow(chain, question, balances[at] ?? 0n, block))
    },
    async tokenBalances(addresses, asset, block) {
      const token = expected.tokens.find((one) => one.asset === asset)
      if (token === undefined) return null
      const hexes = addresses.map((address) => chain.codec.toHex(address))
      return run(async (node) => {
        if (chain.hasStates) {
          const balances = await readTokenBalances(node, chain.id, token.contract, hexes, block)
          return { balances: balances.map(atoms), upTo: block.height }
        }
        const balances: bigint[] = []
        for (const hex of hexes) balances.push(await readTokenBalance(node, chain.id, token, hex))
        // read afterwards: the balances contain nothing above it
        const { height } = await freshHead(node)
        return { balances: balances.map(atoms), upTo: height }
      })
    },
    usedAddresses: (addresses) =>
      run(async (node) => {
        const hexes = addresses.map((address) => chain.codec.toHex(address))
        const used = await usedEvmAddresses(node, chain, deps.tokens, hexes, await freshHead(node))
        return new Set(addresses.filter((_, at) => used.has(hexes[at] ?? '')))
      }),
    async isFrozen(address, asset) {
      const token = expected.tokens.find((one) => one.asset === asset)
      const selector = freezeSelectorOf(chain.id, asset)
      if (token === undefined || selector === null) return null
      const says = await run((node) => readFrozen(node, token, selector, chain.codec.toHex(address)))
      if (says !== 'refused') return says
      throw new ChainError(
        chain.id,
        'down',
        `the node refuses to say whether an address of ${asset} is frozen`,
      )
    },
    close: () => Promise.resolve(),
  }
}

function nodeAt(url: string, chain: EvmChain, options: EvmReaderOptions): EvmNode {
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

function expectationOf(chain: EvmChain, options: EvmReaderOptions): NodeExpectation {
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

function hiddenInflow(
  chain: EvmChain,
  question: BalanceQuery,
  balance: bigint,
  block: Block,
): readonly FoundTransfer[] {
  const hidden = balance + (question.outflows ?? 0n) - question.plainInflows
  if (chain.coin === null || hidden <= 0n) return []
  return [
    {
      asset: chain.coin,
      address: question.address,
      atoms: atoms(hidden),
      evidence: 'balance',
      txHash: block.hash,
      index: -1,
      block: { height: block.height, hash: block.hash, parentHash: block.parentHash, at: block.at },
      inputs: [],
    },
  ]
}
