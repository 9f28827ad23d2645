import { parseAmount } from '#shared/money.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'

/**
 * Returns the link of the "open in wallet" button: BIP-21 for bitcoin, EIP-681 for ether. Null for tokens: wallets have
 * misread token links and sent money to the contract.
 * @param amount a decimal of the coin.
 */
export function walletLink(network: NetworkId, address: string, amount: string): string | null {
  switch (network) {
    case 'bitcoin':
      return `bitcoin:${address}?amount=${amount}`
    case 'ethereum':
      return `ethereum:${address}?value=${parseAmount(amount, railOf(network).decimals).toString()}`
    default:
      return null
  }
}
