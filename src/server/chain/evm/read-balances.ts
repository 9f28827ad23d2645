import { ChainError, type Block } from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/json-rpc.ts'
import type { EvmNode } from './evm-node.ts'
import { isBlockHashUnsupported } from './read-token-logs.ts'
import type { EvmChainId } from '#shared/chains.ts'

/** Returned code may hold 24,576 bytes (EIP-170), that is 768 words; the first is the block number. */
const BALANCES_PER_CALL = 700

/**
 * A constructor that returns block.number and the balance of each address behind it, a word each. Nothing is deployed:
 * `eth_call` without a recipient answers what it returns, all of it at one block.
 *
 *   number · mstore(0) · m = 32 · c = 46          the block number; memory and code offsets
 *   loop: codesize > c ? on : end
 *     codecopy(m + 12, c, 20) · mstore(m, balance(mload(m)))
 *     c += 20 · m += 32 · again
 *   end: return(0, m)
 *
 * Without PUSH0, which older chains lack. Source: Yellow Paper, appendix H.
 */
const READER =
  '0x43600052' + // number, mstore(0)
  '602061002e' + // m = 32, c = 46
  '5b803811' + // loop (9): codesize > c
  '15602957' + // if not, jump to end (41)
  '60148183600c0139' + // codecopy(m + 12, c, 20)
  '81513182' + // balance(mload(m)), m
  '52' + // mstore
  '601401' + // c += 20
  '9060200190' + // m += 32
  '600956' + // jump to loop
  '5b506000f3' // end (41): return(0, m)

/**
 * The coin balances of addresses at one block, in wei, in the order asked.
 *
 * @param addresses lower-case hexadecimal, any number.
 * @throws {ChainError} `inconsistent` where the block is, or stops being, off the chain.
 */
export async function readEvmBalances(
  node: EvmNode,
  chain: EvmChainId,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  const balances: bigint[] = []
  for (let start = 0; start < addresses.length; start += BALANCES_PER_CALL) {
    balances.push(...(await readSome(node, chain, addresses.slice(start, start + BALANCES_PER_CALL), block)))
  }
  return balances
}

async function readSome(
  node: EvmNode,
  chain: EvmChainId,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  const data = READER + addresses.map((address) => address.slice(2)).join('')
  const answer = await callAt(node, chain, data, block)
  const words = (answer.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  const [height, ...balances] = words
  if (answer.length !== 2 + 64 * (addresses.length + 1)) {
    throw new NodeFault('malformed', `balances: expected ${String(addresses.length + 1)} words`)
  }
  if (height !== BigInt(block.height)) {
    throw new ChainError(
      chain,
      'inconsistent',
      `balances of block ${String(block.height)} were read at another one`,
    )
  }
  return balances
}

/** By hash where the node takes one; else by number, and the hash looked at again after. */
async function callAt(node: EvmNode, chain: EvmChainId, data: string, block: Block): Promise<string> {
  // Asked by hash as well: nodes keep, and answer for, blocks that were replaced.
  await mustStand(node, chain, block)
  if (node.learnt.callsTakeHash) {
    try {
      return await node.call(null, data, { hash: block.hash })
    } catch (error) {
      if (!(error instanceof NodeFault) || !isBlockHashUnsupported(error)) throw error
      node.learnt.callsTakeHash = false
    }
  }
  const answer = await node.call(null, data, block.height)
  await mustStand(node, chain, block)
  return answer
}

async function mustStand(node: EvmNode, chain: EvmChainId, block: Block): Promise<void> {
  const stands = await node.block(block.height)
  if (stands?.hash === block.hash) return
  throw new ChainError(
    chain,
    'inconsistent',
    `block ${String(block.height)} is not on the chain of this node`,
  )
}
