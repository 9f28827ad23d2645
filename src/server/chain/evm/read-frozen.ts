import { NodeFault } from '#server/chain/node-http.ts'
import type { WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { addressWord } from './wire-format.ts'

/**
 * Whether a token's issuer has frozen an address, at the newest block.
 *
 * @param selector of the contract's function, see `freezeSelectorOf`.
 * @param address `0x` and 40 lower-case hexadecimal digits.
 * @returns null if the contract has no such function, as on test networks; `'refused'` if the node does not answer calls.
 */
export async function readFrozen(
  node: EvmNode,
  { contract, asset }: WatchedToken,
  selector: string,
  address: string,
): Promise<boolean | null | 'refused'> {
  const answer = await callOrNull(node, contract, selector + addressWord(address).slice(2))
  if (answer === null || answer === 'refused') return answer
  const word = answer.length === 66 ? BigInt(answer) : null
  if (word !== 0n && word !== 1n)
    throw new NodeFault('malformed', `frozen ${asset}: expected a word of 0 or 1`)
  return word === 1n
}

async function callOrNull(node: EvmNode, contract: string, data: string): Promise<string | null> {
  try {
    return await node.call(contract, data, 'latest')
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error
    // only a contract reverts; a node that refuses the call says something else
    return /revert/i.test(error.nodeMessage) ? null : 'refused'
  }
}
