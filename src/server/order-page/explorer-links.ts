import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { explorerUrl } from '#shared/explorers.ts'
import type { ChainId } from '#shared/chains.ts'
import type { ExplorerSettings } from './order-page-deps.ts'

/** URLs of public explorers; null if the chain is not public. */
export interface ExplorerLinks {
  address(chain: ChainId, address: string): string | null
  transaction(chain: ChainId, hash: string): string | null
}

/** Builds links for an order. An order of a simulated chain has none, also if a real node is configured later. */
export function explorerLinksFor(
  order: PaymentRecord,
  { chains, outputNetworks }: ExplorerSettings,
): ExplorerLinks {
  const network = (chain: ChainId) => ({
    chain,
    chainId: chains[chain].chainId,
    outputNetworks,
    isSimulated: order.is_simulated || chains[chain].isSimulated,
  })
  return {
    address: (chain, address) => explorerUrl(network(chain), 'address', address),
    transaction: (chain, hash) => explorerUrl(network(chain), 'transaction', hash),
  }
}
