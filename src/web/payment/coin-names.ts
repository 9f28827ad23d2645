import { railOf, type NetworkId } from '#shared/rails.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { assetOf, isCoin } from '#shared/assets.ts'

type Texts = SiteTexts['checkout']

/** Returns a coin's name; a coin that is not in the texts keeps its own. */
export function coinName(texts: Texts, coin: string): string {
  return isCoin(coin) ? texts.coin[coin] : coin
}

/** Returns a coin's symbol; for an unknown coin its name in capitals. */
export function coinSymbol(coin: string): string {
  return isCoin(coin) ? assetOf(coin) : coin.toUpperCase()
}

export function networkName(texts: Texts, network: NetworkId): string {
  return texts.network[network]
}

/** Formats an amount with its symbol, such as `0.00212 BTC`. */
export function amountText(amount: string, network: NetworkId): string {
  return `${amount} ${railOf(network).symbol}`
}
