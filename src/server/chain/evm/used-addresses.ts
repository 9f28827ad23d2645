import type { Block } from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { readTokenBalance } from './prove-node.ts'
import { readEvmBalances, readTokenBalances } from './read-balances.ts'

/**
 * Those of `addresses` that hold coins or tokens now, or ever sent a transaction: a sweep pays its fee from the address.
 * Tron's JSON-RPC does not count transactions, so an emptied address appears unused there.
 *
 * @param addresses `0x` and 40 lower-case hexadecimal digits each.
 */
export async function usedEvmAddresses(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  addresses: readonly string[],
  head: Block,
): Promise<ReadonlySet<string>> {
  const used = new Set(await holders(node, chain, tokens, addresses, head))
  if (!chain.countsTransactions) return used
  for (const address of addresses) {
    if (!used.has(address) && (await node.nonce(address, head.height)) > 0) used.add(address)
  }
  return used
}

async function holders(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  addresses: readonly string[],
  head: Block,
): Promise<readonly string[]> {
  try {
    if (chain.hasStates) return await holdersTogether(node, chain, tokens, addresses, head)
  } catch (error) {
    // some nodes refuse a call without a recipient; they answer for one address at a time
    if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error
  }
  const holding: string[] = []
  for (const address of addresses) if (await holds(node, chain, tokens, address)) holding.push(address)
  return holding
}

async function holdersTogether(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  addresses: readonly string[],
  head: Block,
): Promise<readonly string[]> {
  const held = [await readEvmBalances(node, chain.id, addresses, head)]
  for (const { contract } of tokens)
    held.push(await readTokenBalances(node, chain.id, contract, addresses, head))
  return addresses.filter((_, at) => held.some((balances) => (balances[at] ?? 0n) > 0n))
}

async function holds(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  address: string,
): Promise<boolean> {
  if ((await node.balance(address)) > 0n) return true
  for (const token of tokens) if ((await readTokenBalance(node, chain.id, token, address)) > 0n) return true
  return false
}
