import { ChainError } from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import { contractOf, type Asset } from '#shared/assets.ts'
import type { EvmChainId } from '#shared/chains.ts'
import type { WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { addressWord } from './wire-format.ts'

/** The network and the tokens that a node must have. */
export interface NodeExpectation {
  readonly chain: EvmChainId
  readonly chainId: number
  readonly tokens: readonly WatchedToken[]
}

/** First four bytes of keccak-256 of `decimals()`. */
const DECIMALS = '0x313ce567'
/** First four bytes of keccak-256 of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'

/** Compares a node with what is expected. @returns a message for each difference. */
export async function mismatchesOf(node: EvmNode, expected: NodeExpectation): Promise<readonly string[]> {
  const chainId = await node.chainId()
  // On another network the contracts differ anyway, so only the chain id is reported.
  if (chainId !== expected.chainId) {
    return [
      `expected chain id ${String(expected.chainId)}, got ${String(chainId)}; set the node of the right network`,
    ]
  }
  const faults = await Promise.all(expected.tokens.map((token) => tokenFault(node, expected.chain, token)))
  return faults.filter((fault) => fault !== null)
}

async function tokenFault(
  node: EvmNode,
  chain: EvmChainId,
  { asset, contract, decimals }: WatchedToken,
): Promise<string | null> {
  if ((await node.code(contract)) === '0x')
    return `the ${asset} contract is not on this chain; check its address`
  const answer = await node.call(contract, DECIMALS, 'latest')
  const reported = answer.length === 66 ? Number(BigInt(answer)) : null
  if (reported === decimals) {
    return (await isDeprecated(node, chain, asset, contract))
      ? `the issuer has replaced the ${asset} contract, whose transfers another one logs now; set that one`
      : null
  }
  const got = reported === null ? 'none' : String(reported)
  return `expected a ${asset} contract with ${String(decimals)} decimals, got ${got}; check its address`
}

/** Whether a contract's issuer has replaced it; false for one without that function, as on test networks. */
async function isDeprecated(
  node: EvmNode,
  chain: EvmChainId,
  asset: Asset,
  contract: string,
): Promise<boolean> {
  const selector = contractOf(chain, asset)?.deprecatedSelector ?? null
  if (selector === null) return false
  try {
    const answer = await node.call(contract, selector, 'latest')
    return answer.length === 66 && BigInt(answer) !== 0n
  } catch (error) {
    const isMissing = error instanceof NodeFault && /revert/i.test(error.nodeMessage)
    if (isMissing) return false
    throw error
  }
}

/**
 * Checks a node once per process before its first use, since a node that was down at start may be on another network.
 *
 * @throws {ChainError} `'mismatch'` if chain id or tokens differ.
 */
export async function proveNode(node: EvmNode, expected: NodeExpectation): Promise<void> {
  if (node.learnt.isProved) return
  const [fault] = await mismatchesOf(node, expected)
  if (fault !== undefined) throw new ChainError(expected.chain, 'mismatch', fault)
  node.learnt.isProved = true
}

/** Reads the token balance of an address at the newest block, in atoms. @param address `0x` and 40 lower-case hexadecimal digits. */
export async function readTokenBalance(
  node: EvmNode,
  chain: EvmChainId,
  { contract }: Pick<WatchedToken, 'contract'>,
  address: string,
): Promise<bigint> {
  const answer = await node.call(contract, BALANCE_OF + addressWord(address).slice(2), 'latest')
  if (answer.length !== 66)
    throw new ChainError(chain, 'inconsistent', 'balanceOf: expected one word, got something else')
  return BigInt(answer)
}
