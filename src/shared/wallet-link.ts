import { parseAmount } from './money.ts'
import { railOf, type NetworkId } from './rails.ts'
import { isNative } from './assets.ts'
import { CHAIN_TABLE, type PaymentUri } from './chains.ts'

/**
 * Returns the link of the "open in wallet" button: BIP-21 for bitcoin, EIP-681 for ether. Null for tokens: wallets have
 * misread token links and sent money to the contract.
 * @param amount a decimal of the coin.
 */
export function walletLink(network: NetworkId, address: string, amount: string): string | null {
  const { chain, asset, decimals } = railOf(network)
  const scheme = isNative(chain, asset) ? CHAIN_TABLE[chain].paymentUri : null
  return scheme === null ? null : SCHEMES[scheme](address, amount, decimals)
}

const SCHEMES: Readonly<Record<PaymentUri, (address: string, amount: string, decimals: number) => string>> = {
  bip21: (address, amount) => `bitcoin:${address}?amount=${amount}`,
  eip681: (address, amount, decimals) =>
    `ethereum:${address}?value=${parseAmount(amount, decimals).toString()}`,
}
