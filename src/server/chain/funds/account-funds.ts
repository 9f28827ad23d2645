import type { Block } from '#server/chain/chain-reader.ts'
import type { EvmNode } from '#server/chain/evm/evm-node.ts'
import { openEvmEndpoints, type EvmEndpointsOptions } from '#server/chain/evm/open-evm-endpoints.ts'
import { readTokenBalance } from '#server/chain/evm/prove-node.ts'
import { readEvmBalances, readTokenBalances } from '#server/chain/evm/read-balances.ts'
import { readFrozen } from '#server/chain/evm/read-frozen.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import { freezeSelectorOf, isNative, type Asset } from '#shared/assets.ts'
import { atoms } from '#shared/money.ts'
import type { AccountFunds, AccountState, AccountTransfer, TransferFee } from './fund-reader.ts'
import { countSent, findSent } from './sent-transactions.ts'
import { writeEvmTransaction, transferCall } from './write-evm-transaction.ts'
import { writeTronTransaction } from './write-tron-transaction.ts'

/** Gas of a plain transfer to an address without code. */
const PLAIN_GAS = 21_000n
/** Energy of a transfer of USDT on Tron to an address that holds none; half as much to one that does. */
const TRON_ENERGY = 131_000n
/** Almost the day after which nodes refuse a transaction. */
const TRON_VALID_MS = 23 * 3600 * 1000
/** Tron's price of a byte, and the length of a signed token transfer, in SUN and bytes. */
const TRON_BYTES_FEE = 1000n * 345n
/** The predeployed contract of OP-stack chains that says what a transaction's data costs on Ethereum. */
const L1_FEE_ORACLE = '0x420000000000000000000000000000000000000f'
/** First four bytes of keccak-256 of `getL1FeeUpperBound(uint256)`. */
const L1_FEE_UPPER_BOUND = '0xf1c7a58b'
const SIGNED_BYTES = 200n

/** Reads balances and writes unsigned transactions on a chain whose nodes speak Ethereum's JSON-RPC, Tron included. */
export function createAccountFunds(options: EvmEndpointsOptions): AccountFunds {
  const { chain, expected, run, freshHead } = openEvmEndpoints(options)
  const { toHex } = chain.codec
  const tokenOf = (asset: Asset) => {
    if (isNative(chain.id, asset)) return null
    const token = expected.tokens.find((one) => one.asset === asset)
    if (token === undefined)
      throw new RangeError(`expected a token that ${chain.id} is read for, got ${asset}`)
    return token
  }

  return {
    kind: 'accounts',
    chain: chain.id,
    chainId: expected.chainId,
    tokens: expected.tokens.map(({ asset }) => asset),
    balances: (addresses, asset) =>
      run(async (node) => {
        const hexes = addresses.map(toHex)
        const token = tokenOf(asset)
        const head = await freshHead(node)
        if (chain.hasStates) {
          const read =
            token === null
              ? await readEvmBalances(node, chain.id, hexes, head)
              : await readTokenBalances(node, chain.id, token.contract, hexes, head)
          return read.map(atoms)
        }
        const balances: bigint[] = []
        for (const hex of hexes)
          balances.push(
            token === null ? await node.balance(hex) : await readTokenBalance(node, chain.id, token, hex),
          )
        return balances.map(atoms)
      }),
    feeOf: (transfer) =>
      run(async (node) => {
        const token = tokenOf(transfer.asset)
        const call = callOf(transfer, token?.contract ?? null, toHex)
        return chain.countsTransactions
          ? { ...(await gasFee(node, call, token === null)), extra: await dataFee(node) }
          : tronFee(node, call, token === null)
      }),
    states: (addresses, asset) =>
      run(async (node) => {
        const states: AccountState[] = []
        for (const address of addresses) {
          const hex = toHex(address)
          const selector = freezeSelectorOf(chain.id, asset)
          const token = tokenOf(asset)
          const frozen =
            token === null || selector === null ? null : await readFrozen(node, token, selector, hex)
          if (frozen === 'refused')
            throw new NodeFault('refused', 'the node does not say whether an address is frozen')
          const nonce = chain.countsTransactions ? await node.sentCount(hex, false) : 0
          const next = chain.countsTransactions ? await node.sentCount(hex, true) : 0
          states.push({ nonce, isPending: next !== nonce, isFrozen: frozen })
        }
        return states
      }),
    height: () => run(async (node) => (await freshHead(node)).height),
    sentCounts: (address) =>
      chain.countsTransactions
        ? run(async (node) => countSent(node, toHex(address), (await freshHead(node)).height))
        : Promise.resolve(null),
    findSent: (address, nonces, scannedHeight) =>
      run(async (node) =>
        findSent(node, { from: toHex(address), nonces, scannedHeight }, (await freshHead(node)).height),
      ),
    compose: (transfers, fee) =>
      run(async (node) => {
        const contractOf = ({ asset }: AccountTransfer) => tokenOf(asset)?.contract ?? null
        if (chain.countsTransactions) {
          const { chainId } = expected
          return transfers.map(({ nonce, ...transfer }) =>
            writeEvmTransaction(transfer, { chainId, nonce, fee, contract: contractOf(transfer) }),
          )
        }
        const reference = await referenceBlock(node)
        const now = options.clock()
        const validUntil = new Date(now.getTime() + TRON_VALID_MS)
        return transfers.map(({ nonce: _, ...transfer }) => {
          const hex = contractOf(transfer)
          const contract = hex === null ? null : chain.codec.fromHex(hex)
          return writeTronTransaction(transfer, { fee, contract, reference, now, validUntil })
        })
      }),
  }
}

/** A transfer as `eth_estimateGas` takes it. */
function callOf(
  { from, to, atoms: amount }: AccountTransfer,
  contract: string | null,
  toHex: (address: string) => string,
): Readonly<Record<string, string>> {
  const sender = toHex(from)
  if (contract === null) return { from: sender, to: toHex(to), value: '0x1' }
  return { from: sender, to: contract, data: transferCall(toHex(to), amount) }
}

/** Twice the base fee, so that the transaction stays valid while blocks are full, and what nodes advise for the producer. */
async function gasFee(
  node: EvmNode,
  call: Readonly<Record<string, string>>,
  isPlain: boolean,
): Promise<Omit<TransferFee, 'extra'>> {
  const [base, price, estimate] = [await node.baseFee(), await node.gasPrice(), await node.estimateGas(call)]
  const baseFee = base ?? 0n
  const priorityPerUnit = price > baseFee ? price - baseFee : 1n
  // a plain transfer needs exactly this; a token's contract may need more for another amount
  const limit = isPlain && estimate <= PLAIN_GAS ? PLAIN_GAS : (estimate * 5n) / 4n
  return { limit, perUnit: 2n * baseFee + priorityPerUnit, priorityPerUnit }
}

/** What the data of a transaction costs on Ethereum, twice the present bound; 0 where there is no such fee. */
async function dataFee(node: EvmNode): Promise<bigint> {
  if ((await node.code(L1_FEE_ORACLE)) === '0x') return 0n
  const word = SIGNED_BYTES.toString(16).padStart(64, '0')
  const answer = await node.call(L1_FEE_ORACLE, L1_FEE_UPPER_BOUND + word, 'latest')
  if (answer.length !== 66) throw new NodeFault('malformed', 'expected the fee of data, got something else')
  return 2n * BigInt(answer)
}

/** Energy at the present price and the bytes of the transaction, without what staking TRX would save. */
async function tronFee(
  node: EvmNode,
  call: Readonly<Record<string, string>>,
  isPlain: boolean,
): Promise<TransferFee> {
  const perUnit = isPlain ? 0n : await node.gasPrice()
  const limit = isPlain ? 0n : await tronEnergy(node, call)
  // the first transfer to an address creates its account for 1.1 TRX
  return {
    limit,
    perUnit,
    priorityPerUnit: 0n,
    extra: isPlain ? TRON_BYTES_FEE + 1_100_000n : TRON_BYTES_FEE,
  }
}

async function tronEnergy(node: EvmNode, call: Readonly<Record<string, string>>): Promise<bigint> {
  try {
    const estimate = await node.estimateGas(call)
    return estimate > TRON_ENERGY ? (estimate * 5n) / 4n : TRON_ENERGY
  } catch (error) {
    // estimates are switched off on many nodes
    if (error instanceof NodeFault && error.kind === 'refused') return TRON_ENERGY
    throw error
  }
}

async function referenceBlock(node: EvmNode): Promise<Block> {
  const block = await node.block('finalized')
  if (block === null) throw new NodeFault('malformed', 'expected a final block, got none')
  return block
}
