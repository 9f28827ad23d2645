import type { Wallet } from '#shared/chains.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'

/** Addresses of the published test wallet; the form accepts them for refunds. Source: BIP-84 for the key of the Bitcoin and Litecoin addresses. */
const ADDRESSES: Readonly<Record<Wallet, string>> = {
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  litecoin: 'ltc1qcr8te4kr609gcawutmrza0j4xv80jy8z4nqduv',
  evm: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
}

/** An address that refunds of a rail may go to. */
export function refundAddressOf(network: NetworkId): string {
  return ADDRESSES[railOf(network).wallet]
}
