import { ChainError, type Block } from '#server/chain/chain-reader.ts'
import { UnknownBlockError } from '#server/chain/endpoints.ts'
import { NodeFault } from '#server/chain/json-rpc.ts'
import type { EvmNode } from './evm-node.ts'
import { isBlockHashUnsupported } from './read-token-logs.ts'
import type { EvmChainId } from '#shared/chains.ts'

/** Addresses per call. Returned code is limited to 24,576 bytes (EIP-170), that is 768 words; the first is the block number. */
const BALANCES_PER_CALL = 700

/**
 * A constructor that returns block.number and the balance of each address appended to it, one word each. Nothing is
 * deployed: `eth_call` without a recipient returns its result, and all balances are of the same block.
 *
 *   number · mstore(0) · m = 32 · c = 46          the block number; memory and code offsets
 *   loop: codesize > c ? on : end
 *     codecopy(m + 12, c, 20) · mstore(m, balance(mload(m)))
 *     c += 20 · m += 32 · again
 *   end: return(0, m)
 *
 * PUSH0 is not used, since older chains lack it. Source: Yellow Paper, appendix H.
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
 * The same with `balanceOf` of a token. It reverts if a call fails or returns less than a word: then there is no contract.
 *
 *   mstore(0, selector << 224) · mstore(96, number)   a call's data at 0 to 35; results from 96 on
 *   m = 128 · c = 99
 *   loop: codesize > c ? on : end
 *     codecopy(16, c, 20) · staticcall(gas, token, 0, 36, m, 32) && returndatasize > 31 ? on : fail
 *     c += 20 · m += 32 · again
 *   end: return(96, m - 96)
 *   fail: revert(0, 0)
 *
 * @param contract `0x` and 40 hexadecimal digits.
 */
function tokenReader(contract: string): string {
  return (
    '0x6370a0823160e01b600052' + // mstore(0, balanceOf(address) << 224)
    '43606052' + // mstore(96, number)
    '6080610063' + // m = 128, c = 99
    '5b803811' + // loop (20): codesize > c
    '15605457' + // if not, jump to end (84)
    '6014816010' + // 20, c, 16
    '39' + // codecopy
    `6020826024600073${contract.slice(2)}5a` + // 32, m, 36, 0, token, gas
    'fa' + // staticcall
    '601f3d1116' + // and returndatasize > 31
    '15605d57' + // if not, jump to fail (93)
    '601401' + // c += 20
    '9060200190' + // m += 32
    '601456' + // jump to loop
    '5b50606090036060f3' + // end (84): return(96, m - 96)
    '5b60006000fd' // fail (93): revert(0, 0)
  )
}

/**
 * Reads the coin balances of addresses at one block, in wei, in the order of `addresses`.
 *
 * @param addresses `0x` and 40 lower-case hexadecimal digits each, any number.
 * @throws {ChainError} `'inconsistent'` if the block is not, or no longer, on the chain.
 */
export function readEvmBalances(
  node: EvmNode,
  chain: EvmChainId,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  return readAll(node, chain, READER, addresses, block)
}

/** Reads the token balances of addresses at one block, in atoms; like {@link readEvmBalances}. @param contract of the token. */
export function readTokenBalances(
  node: EvmNode,
  chain: EvmChainId,
  contract: string,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  return readAll(node, chain, tokenReader(contract), addresses, block)
}

async function readAll(
  node: EvmNode,
  chain: EvmChainId,
  program: string,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  const balances: bigint[] = []
  for (let start = 0; start < addresses.length; start += BALANCES_PER_CALL) {
    const some = addresses.slice(start, start + BALANCES_PER_CALL)
    balances.push(...(await readSome(node, chain, program, some, block)))
  }
  return balances
}

async function readSome(
  node: EvmNode,
  chain: EvmChainId,
  program: string,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  const data = program + addresses.map((address) => address.slice(2)).join('')
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

/** Calls by block hash if the node supports it; otherwise by number, with the hash checked again afterwards. */
async function callAt(node: EvmNode, chain: EvmChainId, data: string, block: Block): Promise<string> {
  // Checked for calls by hash as well: nodes keep replaced blocks and answer for them.
  await assertOnChain(node, chain, block)
  if (node.learnt.callsTakeHash) {
    try {
      return await node.call(null, data, { hash: block.hash })
    } catch (error) {
      if (!(error instanceof NodeFault) || !isBlockHashUnsupported(error)) throw error
      node.learnt.callsTakeHash = false
    }
  }
  const answer = await node.call(null, data, block.height)
  await assertOnChain(node, chain, block)
  return answer
}

async function assertOnChain(node: EvmNode, chain: EvmChainId, block: Block): Promise<void> {
  const current = await node.block(block.height)
  if (current?.hash === block.hash) return
  throw new UnknownBlockError(chain, block.height)
}
