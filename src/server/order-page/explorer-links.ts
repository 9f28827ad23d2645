import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { explorerUrl } from '#shared/explorers.ts'
import type { ChainId } from '#shared/chains.ts'
import type { ExplorerSettings } from './order-page-deps.ts'

/** Pages of public explorers; null where nobody outside can see the chain. */
export interface ExplorerLinks {
  address(chain: ChainId, address: string): string | null
  transaction(chain: ChainId, hash: string): string | null
}

/** An order made on a simulated chain is on no explorer, whatever node is set today. */
export function explorerLinksFor(
  order: PaymentRecord,
  { chains, bitcoinNetwork }: ExplorerSettings,
): ExplorerLinks {
  const network = (chain: ChainId) => ({
    chain,
    chainId: chains[chain].chainId,
    bitcoinNetwork,
    isSimulated: order.is_simulated || chains[chain].isSimulated,
  })
  return {
    address: (chain, address) => explorerUrl(network(chain), 'address', address),
    transaction: (chain, hash) => explorerUrl(network(chain), 'transaction', hash),
  }
}
