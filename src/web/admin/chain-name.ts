import type { ChainId, Wallet } from '#shared/chains.ts'

const NAMES: Readonly<Record<ChainId, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  bsc: 'BNB Smart Chain',
  tron: 'Tron',
  base: 'Base',
  polygon: 'Polygon',
}

/** An extended public key of the EVM gives addresses on every chain of that kind. */
const WALLET_NAMES: Readonly<Record<Wallet, string>> = { bitcoin: 'Bitcoin', evm: 'EVM', tron: 'Tron' }

/** The name of a wallet, the same in every language. */
export function walletName(wallet: Wallet): string {
  return WALLET_NAMES[wallet]
}

/** The name of a chain, the same in every language. */
export function chainName(chain: ChainId): string {
  return NAMES[chain]
}
