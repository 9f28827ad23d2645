import type { Block, NodeLimit } from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { readEvmBalances } from './read-balances.ts'
import { finalizedBlock } from './read-finality.ts'
import { addressWord, TRANSFER_TOPIC } from './wire-format.ts'

/** An address that nothing is expected of. */
const ANYONE = `0x${'0'.repeat(39)}1`

/** Tries the calls that a node may refuse although it serves its chain. @returns what does not work, and what follows. */
export async function limitsOf(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  head: Block,
): Promise<readonly Omit<NodeLimit, 'endpoint'>[]> {
  const limits: Omit<NodeLimit, 'endpoint'>[] = []
  const contracts = tokens.map((token) => token.contract)
  if (contracts.length > 0) {
    const topics = [TRANSFER_TOPIC, null, [addressWord(ANYONE)]]
    const blocks = { from: Math.max(0, head.height - 1), to: head.height }
    if (await isRefused(() => node.logs({ address: contracts, topics, blocks })))
      limits.push({ isFault: true, message: 'refuses eth_getLogs: no payment in a token can be seen' })
  }
  if (chain.hasStates && (await isRefused(() => readEvmBalances(node, chain.id, [ANYONE], head)))) {
    const message =
      'refuses eth_call without a recipient, or at a given block: what no transfer or log shows is not found, and orders that depend on it do not expire'
    limits.push({ isFault: true, message })
  }
  if ((await finalizedBlock(node)) === null) {
    const depth = String(CHAIN_TABLE[chain.id].finality.fallbackDepth)
    limits.push({
      isFault: false,
      message: `does not report finality: a block counts as final ${depth} below the head`,
    })
  }
  return limits
}

async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return false
  } catch (error) {
    if (error instanceof NodeFault && (error.kind === 'refused' || error.kind === 'behind')) return true
    throw error
  }
}
