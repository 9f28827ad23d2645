import type { Block, PaymentLookup, PaymentLookupQuery } from '#server/chain/chain-reader.ts'
import type { OutputChainId } from '#shared/chains.ts'
import { bareHash } from '#server/chain/payout-answers.ts'
import type { BitcoindClient } from './bitcoind.ts'
import { asBlock } from './bitcoind-answers.ts'
import type { Esplora } from './esplora.ts'
import { findBitcoindTransaction } from './find-payout.ts'
import { findTransfers, type BitcoinTransaction } from './find-transfers.ts'

/** Reads what one transaction paid to an address; a node without an index searches the blocks of the last day. */
export async function lookUpBitcoindPayment(
  node: BitcoindClient,
  { txHash, address }: PaymentLookupQuery,
): Promise<PaymentLookup> {
  const known = await findBitcoindTransaction(node, bareHash(txHash), null)
  if (known === null) return { kind: 'missing' }
  const block = known.block === null ? null : asBlock(await node.header(known.block.hash))
  return found(node.chain, known.transaction, block, address)
}

/** The same from an Esplora server, which indexes all transactions. */
export async function lookUpEsploraPayment(
  node: Esplora,
  { txHash, address }: PaymentLookupQuery,
): Promise<PaymentLookup> {
  const known = await node.transaction(bareHash(txHash))
  if (known === null) return { kind: 'missing' }
  if (known.confirmed === null) return found(node.chain, known.transaction, null, address)
  const block = await node.block(known.confirmed.blockHash)
  return block === null ? { kind: 'unanswered' } : found(node.chain, known.transaction, block.block, address)
}

async function found(
  chain: OutputChainId,
  transaction: BitcoinTransaction,
  block: Block | null,
  address: string,
): Promise<PaymentLookup> {
  const among = (all: readonly string[]) => Promise.resolve(new Set(all.filter((one) => one === address)))
  const transfers = await findTransfers(chain, [transaction], block, { among })
  return { kind: 'found', transfers, isUnknownToken: false }
}
