import type { PayoutQuery } from '#server/chain/chain-reader.ts'
import { bareHash, PAYOUT_MISSING, PAYOUT_UNKNOWN, type PayoutLookup } from '#server/chain/payout-answers.ts'
import { atoms } from '#shared/money.ts'
import { isNative } from '#shared/assets.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import type { NodeReceipt } from './node-objects.ts'
import { addressWord, TRANSFER_TOPIC } from './wire-format.ts'

/**
 * Looks up a payout on one node. For the chain's coin only the transaction's own value counts, since nodes do not show what
 * a contract forwards. The result is `'unknown'` for a token whose contract is not set.
 *
 * @param tokens the genuine tokens.
 */
export async function findEvmPayout(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  question: PayoutQuery,
): Promise<PayoutLookup> {
  const token = tokens.find((one) => one.asset === question.asset)
  if (token === undefined && !isNative(chain.id, question.asset)) return PAYOUT_UNKNOWN
  const txHash = `0x${bareHash(question.txHash)}`
  const to = chain.codec.toHex(question.address)
  const transaction = await node.transaction(txHash)
  if (transaction === null) return PAYOUT_MISSING
  const coins = transaction.to === to ? transaction.value : 0n
  const receipt = await node.receipt(txHash)
  if (receipt === null) return { says: 'found', atoms: atoms(token === undefined ? coins : 0n), block: null }
  const block = { height: receipt.height, hash: receipt.blockHash }
  if (!receipt.isSuccess) return { says: 'failed', atoms: atoms(0n), block }
  const isCoin = question.asset === chain.coin
  const paid = token !== undefined ? tokensTo(receipt, token, to) : isCoin ? coins : 0n
  return { says: 'found', atoms: atoms(paid), block }
}

function tokensTo({ logs }: NodeReceipt, { contract }: WatchedToken, to: string): bigint {
  return logs
    .filter(
      (log) =>
        log.address === contract &&
        log.topics[0] === TRANSFER_TOPIC &&
        log.topics[2] === addressWord(to) &&
        log.data.length === 66,
    )
    .reduce((sum, log) => sum + BigInt(log.data), 0n)
}
