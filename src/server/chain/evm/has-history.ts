import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { readTokenBalance } from './prove-node.ts'

/**
 * Whether an address holds coins or tokens now, or ever sent a transaction: a sweep pays its fee from the address. Tron's
 * JSON-RPC does not count transactions, so an emptied address appears unused there.
 *
 * @param address `0x` and 40 lower-case hexadecimal digits.
 */
export async function hasEvmHistory(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  address: string,
  height: number,
): Promise<boolean> {
  if ((await node.balance(address)) > 0n) return true
  for (const token of tokens) if ((await readTokenBalance(node, chain.id, token, address)) > 0n) return true
  return chain.countsTransactions && (await node.nonce(address, height)) > 0
}
