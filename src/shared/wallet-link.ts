import { isAddressForm } from './address-form.ts'
import { isNative } from './assets.ts'
import type { PaymentUri } from './chain-row.ts'
import { CHAIN_TABLE, type Wallet } from './chains.ts'
import { parseAmount } from './money.ts'
import { railOf, type NetworkId, type Rail } from './rails.ts'

/** The network that a shop is paid on, as its settings say. */
export interface PayTarget {
  /** Null on chains whose networks have names. */
  readonly chainId: number | null
  /** The token's contract; null for a chain's own coin. */
  readonly contract: string | null
}

/** What a wallet is to send, and where to. */
export interface PaymentToSend extends PayTarget {
  readonly network: NetworkId
  readonly address: string
  /** A decimal of the coin. */
  readonly amount: string
}

/** A link to one wallet app. */
export interface WalletLink {
  readonly wallet: 'MetaMask' | 'Trust Wallet' | 'TronLink'
  readonly href: string
  /** Whether the wallet opens with recipient and amount filled in. */
  readonly isFilledIn: boolean
}

/**
 * Returns a payment as a link and QR code for any wallet: BIP-21 for bitcoin and litecoin, EIP-681 with the chain id for ether and tokens.
 * Null for chains without such a standard, and for a token whose contract or chain is not known.
 */
export function paymentUri(payment: PaymentToSend): string | null {
  const rail = railOf(payment.network)
  const format = CHAIN_TABLE[rail.chain].paymentUri
  return format === null ? null : FORMATS[format](payment, rail)
}

const FORMATS: Readonly<Record<PaymentUri, (payment: PaymentToSend, rail: Rail) => string | null>> = {
  // https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
  bip21: ({ address, amount }, rail) => `${CHAIN_TABLE[rail.chain].uriScheme}:${address}?amount=${amount}`,
  // https://eips.ethereum.org/EIPS/eip-681
  eip681: (payment, rail) => {
    const path = evmPath(payment, rail)
    return path === null ? null : `${CHAIN_TABLE[rail.chain].uriScheme}:${path}`
  },
}

/** The same in EIP-681 and in MetaMask's links: `TOKEN@CHAIN/transfer?address=TO&uint256=ATOMS` or `TO@CHAIN?value=WEI`. */
function evmPath({ address, amount, chainId, contract }: PaymentToSend, rail: Rail): string | null {
  const atoms = parseAmount(amount, rail.decimals).toString()
  if (chainId === null) return null
  if (isNative(rail.chain, rail.asset)) return `${address}@${String(chainId)}?value=${atoms}`
  return contract === null
    ? null
    : `${contract}@${String(chainId)}/transfer?address=${address}&uint256=${atoms}`
}

/** Returns links to the wallet apps that document one for the payment's chain. */
export function walletLinks(payment: PaymentToSend): readonly WalletLink[] {
  const rail = railOf(payment.network)
  return [...APPS[rail.wallet](payment, rail), ...trustWallet(payment, rail)]
}

const APPS: Readonly<Record<Wallet, (payment: PaymentToSend, rail: Rail) => readonly WalletLink[]>> = {
  bitcoin: () => [],
  litecoin: () => [],
  // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/
  evm: (payment, rail) => {
    const path = evmPath(payment, rail)
    const href = `https://link.metamask.io/send/${path ?? ''}`
    return path === null ? [] : [{ wallet: 'MetaMask', href, isFilledIn: true }]
  },
  // https://docs.tronlink.org/mobile/deeplink/: a transfer needs the sender's address, so the wallet is only opened
  tron: () => {
    const param = encodeURIComponent(JSON.stringify({ action: 'open', protocol: 'TronLink', version: '1.0' }))
    return [{ wallet: 'TronLink', href: `tronlinkoutside://pull.activity?param=${param}`, isFilledIn: false }]
  },
}

/**
 * Trust Wallet knows assets of main networks only, by chain and contract: `c60_t0xdAC1…`. Sources:
 * https://developer.trustwallet.com/developer/develop-for-trust/deeplinking ("Send Payment") and
 * https://developer.trustwallet.com/developer/new-asset/universal_asset_id
 */
function trustWallet(
  { network, address, amount, chainId, contract }: PaymentToSend,
  rail: Rail,
): WalletLink[] {
  const { trustWalletCoin: coin, mainnetChainId } = CHAIN_TABLE[rail.chain]
  const isMain = chainId === mainnetChainId && isAddressForm(network, address)
  const isToken = !isNative(rail.chain, rail.asset)
  if (coin === null || !isMain || (isToken && contract === null)) return []
  const asset = `c${String(coin)}${isToken ? `_t${contract ?? ''}` : ''}`
  const href = `https://link.trustwallet.com/send?asset=${asset}&address=${address}&amount=${amount}`
  return [{ wallet: 'Trust Wallet', href, isFilledIn: true }]
}
