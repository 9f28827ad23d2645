import {
  ChainError,
  type BalanceQuery,
  type Block,
  type ChainReader,
  type FoundTransfer,
} from '#server/chain/chain-reader.ts'
import { atoms } from '#shared/money.ts'
import { freezeSelectorOf } from '#shared/assets.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import type { EvmChain } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { createEveryNodeReader } from './every-node-reader.ts'
import { openEvmEndpoints, type EvmEndpointsOptions } from './open-evm-endpoints.ts'
import { proveNode, readTokenBalance } from './prove-node.ts'
import { readFrozen } from './read-frozen.ts'
import { readEvmBalances, readTokenBalances } from './read-balances.ts'
import { readFinality } from './read-finality.ts'
import { scanTokenLogs } from './scan-token-logs.ts'
import { FIRST_LOG_DENSITY, scanBlocks, type ScanDeps } from './scan-blocks.ts'
import { usedEvmAddresses } from './used-addresses.ts'

/**
 * Creates a reader for a chain whose nodes speak Ethereum's JSON-RPC, Tron included. It reads the tokens of the options, and
 * the chain's own coin if the table of chains says so. {@link evmChainOf} lists all differences between the chains.
 */
export function createEvmReader(options: EvmEndpointsOptions): ChainReader {
  const { chain, expected, endpoints, run, freshHead } = openEvmEndpoints(options)
  const deps: ScanDeps = {
    chain,
    tokens: expected.tokens,
    logDensity: { perBlock: FIRST_LOG_DENSITY },
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
        return freshHead(node, isFullBlockDue(node, chain, options.clock()))
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

/** Blocks after which a chain is taken to stand still. */
const BLOCKS_LATE = 10

/**
 * Whether the newest block is probably one that the next scan reads with its transactions: then one call gives both. Not
 * while the chain stands still, or the same block would be sent again with each poll.
 */
function isFullBlockDue({ learnt }: EvmNode, chain: EvmChain, now: Date): boolean {
  if (!learnt.readsFullBlocks || learnt.lastRead === null) return false
  const blocks = (now.getTime() - learnt.lastRead.at.getTime()) / 1000 / CHAIN_TABLE[chain.id].blockTimeS
  return blocks >= 1 && blocks < BLOCKS_LATE
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
