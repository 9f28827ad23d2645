import { ChainError } from '#server/chain/chain-reader.ts'
import type { EvmChainId } from '#shared/chains.ts'
import type { WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { addressWord } from './wire-format.ts'

/** What a node must be: of the right network, with the tokens that are looked for on it. */
export interface NodeExpectation {
  readonly chain: EvmChainId
  readonly chainId: number
  readonly tokens: readonly WatchedToken[]
}

/** First four bytes of keccak-256 of `decimals()`. */
const DECIMALS = '0x313ce567'
/** First four bytes of keccak-256 of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'

/** What does not fit, in plain words; empty where all does. */
export async function mismatchesOf(node: EvmNode, expected: NodeExpectation): Promise<readonly string[]> {
  const chainId = await node.chainId()
  // Another network's contracts would only confuse: say the one thing that matters.
  if (chainId !== expected.chainId) {
    return [
      `expected chain id ${String(expected.chainId)}, got ${String(chainId)}; set the node of the right network`,
    ]
  }
  const faults = await Promise.all(expected.tokens.map((token) => tokenFault(node, token)))
  return faults.filter((fault) => fault !== null)
}

async function tokenFault(
  node: EvmNode,
  { asset, contract, decimals }: WatchedToken,
): Promise<string | null> {
  if ((await node.code(contract)) === '0x')
    return `the ${asset} contract is not on this chain; check its address`
  const answer = await node.call(contract, DECIMALS, 'latest')
  const told = answer.length === 66 ? Number(BigInt(answer)) : null
  if (told === decimals) return null
  const got = told === null ? 'none' : String(told)
  return `expected a ${asset} contract with ${String(decimals)} decimals, got ${got}; check its address`
}

/**
 * Proves a node once in its life here, before anything it says is believed: one that was down at start may turn out to be
 * of another network.
 *
 * @throws {ChainError} `mismatch`.
 */
export async function proveNode(node: EvmNode, expected: NodeExpectation): Promise<void> {
  if (node.learnt.isProved) return
  const [fault] = await mismatchesOf(node, expected)
  if (fault !== undefined) throw new ChainError(expected.chain, 'mismatch', fault)
  node.learnt.isProved = true
}

/** The token balance of an address at the newest block, in atoms. @param address lower-case hexadecimal. */
export async function readTokenBalance(
  node: EvmNode,
  chain: EvmChainId,
  { contract }: WatchedToken,
  address: string,
): Promise<bigint> {
  const answer = await node.call(contract, BALANCE_OF + addressWord(address).slice(2), 'latest')
  if (answer.length !== 66)
    throw new ChainError(chain, 'inconsistent', 'balanceOf answered something else than a number')
  return BigInt(answer)
}
