import { ChainError, type Block } from '#server/chain/chain-reader.ts'
import { UnknownBlockError } from '#server/chain/endpoints.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import type { EvmNode } from './evm-node.ts'
import { isBlockHashUnsupported } from './read-token-logs.ts'
import type { EvmChainId } from '#shared/chains.ts'

/** Hexadecimal digits of a word of 32 bytes. */
const WORD_DIGITS = 64

/** A program for `eth_call`, and how it returns balances. Returned code is limited to 24,576 bytes (EIP-170). */
interface BalanceProgram {
  /** Hexadecimal, with `0x`; the addresses follow. */
  readonly code: string
  /** Bytes of a balance in the answer; the first word is the block number. */
  readonly balanceBytes: number
  readonly addressesPerCall: number
}

/**
 * A constructor that returns block.number, one word, and the balance of each address appended to it, 12 bytes each. Nothing is
 * deployed: `eth_call` without a recipient returns its result, and all balances are of the same block. A balance of 2^96 wei
 * or more does not exist: it would be 79 billion coins.
 *
 *   number · mstore(0) · m = 32 · c = 49          the block number; memory and code offsets
 *   loop: codesize > c ? on : end
 *     codecopy(m + 12, c, 20) · mstore(m, balance(mload(m)) << 160)
 *     c += 20 · m += 12 · again
 *   end: return(0, m)
 *
 * The 12 bytes at m are zero when an address is copied behind them. PUSH0 is not used, since older chains lack it. Source:
 * Yellow Paper, appendix H; EIP-145.
 */
const COIN_READER: BalanceProgram = {
  code:
    '0x43600052' + // number, mstore(0)
    '6020610031' + // m = 32, c = 49
    '5b803811' + // loop (9): codesize > c
    '15602c57' + // if not, jump to end (44)
    '60148183600c0139' + // codecopy(m + 12, c, 20)
    '81513160a01b' + // balance(mload(m)) << 160
    '8252' + // mstore(m)
    '601401' + // c += 20
    '90600c0190' + // m += 12
    '600956' + // jump to loop
    '5b506000f3', // end (44): return(0, m)
  balanceBytes: 12,
  addressesPerCall: 2_000,
}

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
function tokenReader(contract: string): BalanceProgram {
  const code =
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
  return { code, balanceBytes: 32, addressesPerCall: 700 }
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
  return readAll(node, chain, COIN_READER, addresses, block)
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
  program: BalanceProgram,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  const { addressesPerCall } = program
  const balances: bigint[] = []
  // Checked for calls by hash as well: nodes keep replaced blocks and answer for them.
  if (addresses.length > 0) await assertOnChain(node, chain, block)
  for (let start = 0; start < addresses.length; start += addressesPerCall) {
    const some = addresses.slice(start, start + addressesPerCall)
    for (const balance of await readSome(node, chain, program, some, block)) balances.push(balance)
  }
  if (addresses.length > 0 && !node.learnt.callsTakeHash) await assertOnChain(node, chain, block)
  return balances
}

async function readSome(
  node: EvmNode,
  chain: EvmChainId,
  { code, balanceBytes }: BalanceProgram,
  addresses: readonly string[],
  block: Block,
): Promise<readonly bigint[]> {
  const data = code + addresses.map((address) => address.slice(2)).join('')
  const answer = (await callAt(node, data, block)).slice(2)
  if (answer.length !== WORD_DIGITS + 2 * balanceBytes * addresses.length) {
    throw new NodeFault('malformed', `balances: expected the block and ${String(addresses.length)} balances`)
  }
  if (BigInt(`0x${answer.slice(0, WORD_DIGITS)}`) !== BigInt(block.height)) {
    throw new ChainError(
      chain,
      'inconsistent',
      `balances of block ${String(block.height)} were read at another one`,
    )
  }
  return parseBalances(answer.slice(WORD_DIGITS), 2 * balanceBytes, addresses.length)
}

/** Most addresses hold nothing: the search for a digit that is not 0 skips them. */
function parseBalances(text: string, digits: number, count: number): readonly bigint[] {
  const balances = new Array<bigint>(count).fill(0n)
  const other = /[^0]/g
  for (let found = other.exec(text); found !== null; found = other.exec(text)) {
    const index = Math.floor(found.index / digits)
    other.lastIndex = digits * (index + 1)
    balances[index] = BigInt(`0x${text.slice(digits * index, other.lastIndex)}`)
  }
  return balances
}

/** Calls by block hash if the node supports it, otherwise by number. */
async function callAt(node: EvmNode, data: string, block: Block): Promise<string> {
  if (node.learnt.callsTakeHash) {
    try {
      return await node.call(null, data, { hash: block.hash })
    } catch (error) {
      if (!(error instanceof NodeFault) || !isBlockHashUnsupported(error)) throw error
      node.learnt.callsTakeHash = false
    }
  }
  return node.call(null, data, block.height)
}

async function assertOnChain(node: EvmNode, chain: EvmChainId, block: Block): Promise<void> {
  const current = await node.block(block.height)
  if (current?.hash === block.hash) return
  throw new UnknownBlockError(chain, block.height)
}
