import { USD } from '#shared/currency.ts'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import { evmChainOf } from '#server/chain/evm/evm-chains.ts'
import { createChainWatch, type ChainWatch } from '#server/chain-watcher/look-at-chain.ts'
import type { Db } from '#server/db/database.ts'
import { fixedRates } from '#server/prices/rates.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { contractOf, decimalsOf, isNative, tokensOn } from '#shared/assets.ts'
import { CHAIN_TABLE, isEvmChain, type EvmChainId } from '#shared/chains.ts'
import { usdCents, parseRate } from '#shared/money.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { createCallNode, type BlockContent, type CallNode } from './call-node.ts'

/** A chain that is polled against a node that counts its calls. */
export interface WatchedChain {
  readonly chain: EvmChainId
  readonly node: CallNode
  readonly watch: ChainWatch
  close(): Promise<void>
}

/** Creates a node of a network's chain. @param content of each block; none unless given. */
export function callNodeOf(network: NetworkId, clock: Clock, content?: BlockContent): CallNode {
  const chain = evmChainIdOf(network)
  const { blockTimeS, mainnetChainId } = CHAIN_TABLE[chain]
  return createCallNode(blockTimeS, clock, decimalsOfContracts(chain), mainnetChainId ?? 0, content)
}

function evmChainIdOf(network: NetworkId): EvmChainId {
  const { chain } = railOf(network)
  if (!isEvmChain(chain)) throw new RangeError(`expected a chain with an EVM reader, got ${chain}`)
  return chain
}

/** Opens the watch of a network's chain, as the shop does, with one node. */
export function openWatchedChain(
  db: Db,
  network: NetworkId,
  clock: Clock,
  node: CallNode = callNodeOf(network, clock),
): WatchedChain {
  const chain = evmChainIdOf(network)
  const log = createLog({ level: 'silent' })
  const reader = createEvmReader({
    chain,
    urls: ['http://node.example'],
    tokens: tokensOn(chain).map((asset) => ({ asset, contract: contractOf(chain, asset)?.address ?? '' })),
    headMaxAgeS: null,
    clock,
    log,
    fetch: node.fetch,
  })
  const rates = fixedRates(
    { BTC: parseRate('60000'), ETH: parseRate('3000'), USDT: parseRate('1'), USDC: parseRate('1') },
    clock,
  )
  const policy = {
    confirmations: new Map(),
    quorumCents: usdCents(150_000),
    singleNodeCents: usdCents(1_000_000),
    endpointCount: () => 1,
    rates,
    currency: USD,
  }
  return {
    chain,
    node,
    watch: createChainWatch({ db, reader, clock, log, policy }),
    close: () => reader.close(),
  }
}

function decimalsOfContracts(chain: EvmChainId): ReadonlyMap<string, number> {
  const { toHex } = evmChainOf(chain).codec
  return new Map(
    tokensOn(chain)
      .filter((asset) => !isNative(chain, asset))
      .map((asset) => [toHex(contractOf(chain, asset)?.address ?? ''), decimalsOf(chain, asset)]),
  )
}
