import type { EvmChain } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { readTokenBalance } from './prove-node.ts'

/**
 * Whether an address holds coins or tokens now, or ever sent a transaction: whoever swept it paid the fee from it. Tron's
 * JSON-RPC counts no transactions, so there an address that was emptied looks unused.
 *
 * @param address lower-case hexadecimal.
 */
export async function hasEvmHistory(
  node: EvmNode,
  chain: EvmChain,
  contract: string | null,
  address: string,
  height: number,
): Promise<boolean> {
  if ((await node.balance(address)) > 0n) return true
  if (contract !== null && (await readTokenBalance(node, contract, address)) > 0n) return true
  return chain.id !== 'tron' && (await node.nonce(address, height)) > 0
}
