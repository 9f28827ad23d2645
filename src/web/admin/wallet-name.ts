import type { Wallet } from '#shared/chains.ts'

/** An extended public key of the EVM gives addresses on every chain of that kind. */
const WALLET_NAMES: Readonly<Record<Wallet, string>> = {
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  evm: 'EVM',
  tron: 'Tron',
}

/** The name of a wallet, the same in every language. */
export function walletName(wallet: Wallet): string {
  return WALLET_NAMES[wallet]
}
