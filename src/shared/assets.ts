import { CHAIN_TABLE, type ChainId, type NativeAsset } from './chains.ts'
import { USD, type Currency } from './currency.ts'
import { atoms, formatAmount, parseAmount, type Atoms } from './money.ts'

/** An exchange whose prices are read. */
export type Exchange = 'coinbase' | 'kraken' | 'binance' | 'bitstamp'

/** What the shop needs to quote a price in an asset. */
interface Quoting {
  /** The value of `cryptoType` on the wire. */
  readonly coin: string
  /** The number of decimals in a quote; amounts are rounded up. */
  readonly shownDecimals: number
  /** The currency it stands for: within 1 % of one it counts as one of that currency. Null for other coins. */
  readonly peg: Currency | null
  /** Price of one in dollars, in the demo and in tests. */
  readonly demoRate: string
  /** Name of the trading pair on each exchange; null if the exchange has none. */
  readonly tickers: Readonly<Record<Exchange, string | null>>
}

/** A token's contract on a main network. */
export interface TokenContract {
  readonly chain: ChainId
  /** In the chain's own format. */
  readonly address: string
  readonly decimals: number
  /**
   * The function that says whether the issuer has frozen an address, which can then neither send the token nor be swept:
   * first four bytes of keccak-256 of its signature, `0x`-prefixed. Null if the contract has none.
   */
  readonly freezeSelector: string | null
  /**
   * The function that says whether the issuer has replaced the contract: its transfers are then logged by another one.
   * First four bytes of keccak-256 of its signature, `0x`-prefixed. Null if the contract has none.
   */
  readonly deprecatedSelector: string | null
}

/** `deprecated()`, of Tether's contracts on Ethereum and Tron. */
const TETHER_DEPRECATED = '0x0e136b19'

/** `isBlackListed(address)`, of Tether's contracts on Ethereum and Tron. */
const TETHER_FREEZE = '0xe47d6060'
/** `isBlacklisted(address)`, of Circle's contracts. */
const CIRCLE_FREEZE = '0xfe575a87'

interface AssetRow {
  /** Smaller amounts are ignored: about ten cents, as a decimal number, since assets received by mistake have no rate. */
  readonly dust: string
  /** Empty for a chain's own coin. */
  readonly contracts: readonly TokenContract[]
  /** Null for an asset that no rail uses and that arrives only by mistake. */
  readonly quoting: Quoting | null
}

const MISTAKE = { contracts: [], quoting: null } as const

const ASSET_ROWS = {
  BTC: {
    dust: '0.000002',
    contracts: [],
    quoting: {
      coin: 'bitcoin',
      shownDecimals: 8,
      peg: null,
      demoRate: '60000',
      tickers: { coinbase: 'BTC-USD', kraken: 'XBTUSD', binance: 'BTCUSDT', bitstamp: 'btcusd' },
    },
  },
  ETH: {
    dust: '0.00003',
    contracts: [],
    quoting: {
      coin: 'ethereum',
      shownDecimals: 8,
      peg: null,
      demoRate: '3000',
      tickers: { coinbase: 'ETH-USD', kraken: 'ETHUSD', binance: 'ETHUSDT', bitstamp: 'ethusd' },
    },
  },
  LTC: {
    dust: '0.001',
    contracts: [],
    quoting: {
      coin: 'litecoin',
      shownDecimals: 8,
      peg: null,
      demoRate: '100',
      tickers: { coinbase: 'LTC-USD', kraken: 'LTCUSD', binance: 'LTCUSDT', bitstamp: 'ltcusd' },
    },
  },
  BNB: { dust: '0.00015', ...MISTAKE },
  TRX: { dust: '0.4', ...MISTAKE },
  POL: { dust: '0.4', ...MISTAKE },
  // Tether's own contracts; 18 decimals on BSC, 6 elsewhere. Source: tether.to, "Supported protocols"
  USDT: {
    dust: '0.1',
    contracts: [
      {
        chain: 'ethereum',
        address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        decimals: 6,
        freezeSelector: TETHER_FREEZE,
        deprecatedSelector: TETHER_DEPRECATED,
      },
      // Binance's token, whose contract freezes nobody
      {
        chain: 'bsc',
        address: '0x55d398326f99059fF775485246999027B3197955',
        decimals: 18,
        freezeSelector: null,
        deprecatedSelector: null,
      },
      {
        chain: 'tron',
        address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        decimals: 6,
        freezeSelector: TETHER_FREEZE,
        deprecatedSelector: TETHER_DEPRECATED,
      },
    ],
    quoting: {
      coin: 'usdt',
      shownDecimals: 6,
      peg: USD,
      demoRate: '1',
      tickers: { coinbase: 'USDT-USD', kraken: 'USDTUSD', binance: null, bitstamp: 'usdtusd' },
    },
  },
  // Circle's own contracts, never bridged ones. Source: developers.circle.com, "USDC contract addresses"
  USDC: {
    dust: '0.1',
    contracts: [
      {
        chain: 'ethereum',
        address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        decimals: 6,
        freezeSelector: CIRCLE_FREEZE,
        deprecatedSelector: null,
      },
      {
        chain: 'base',
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        decimals: 6,
        freezeSelector: CIRCLE_FREEZE,
        deprecatedSelector: null,
      },
      {
        chain: 'polygon',
        address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        decimals: 6,
        freezeSelector: CIRCLE_FREEZE,
        deprecatedSelector: null,
      },
    ],
    quoting: {
      coin: 'usdc',
      shownDecimals: 6,
      peg: USD,
      demoRate: '1',
      // on Coinbase a USDC is a dollar: there is no such pair
      tickers: { coinbase: null, kraken: 'USDCUSD', binance: 'USDCUSDT', bitstamp: 'usdcusd' },
    },
  },
  // Circle's own contracts. Source: developers.circle.com, "EURC contract addresses"
  EURC: {
    dust: '0.1',
    contracts: [
      {
        chain: 'ethereum',
        address: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c',
        decimals: 6,
        freezeSelector: CIRCLE_FREEZE,
        deprecatedSelector: null,
      },
      {
        chain: 'base',
        address: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42',
        decimals: 6,
        freezeSelector: CIRCLE_FREEZE,
        deprecatedSelector: null,
      },
    ],
    quoting: {
      coin: 'eurc',
      shownDecimals: 6,
      peg: 'EUR',
      // as the demo's euro
      demoRate: '1.08',
      // on Coinbase a USDC is a dollar; Bitstamp's euro bounds what the other two say: see judge-rate.ts
      tickers: { coinbase: 'EURC-USDC', kraken: 'EURCUSD', binance: null, bitstamp: 'eurusd' },
    },
  },
} as const satisfies Readonly<Record<NativeAsset, AssetRow>> & Readonly<Record<string, AssetRow>>

/** Id of an asset: a chain's own coin or a token. Some are only detected if they arrive by mistake. */
export type Asset = keyof typeof ASSET_ROWS
/** Every asset by its symbol, in the order of the table. */
export const ASSETS = Object.keys(ASSET_ROWS) as Asset[]
/** What differs between two assets: dust, contracts and how prices are quoted in it. */
const ASSET_TABLE: Readonly<Record<Asset, AssetRow>> = ASSET_ROWS

/** An asset that orders may be paid in. */
export type SoldAsset = {
  [Id in Asset]: (typeof ASSET_ROWS)[Id]['quoting'] extends null ? never : Id
}[Asset]
/** The assets that orders may be paid in, in the order of the table. */
export const SOLD_ASSETS = ASSETS.filter((asset): asset is SoldAsset => ASSET_TABLE[asset].quoting !== null)

type Quotings = { readonly [Id in SoldAsset]: (typeof ASSET_ROWS)[Id]['quoting'] }

/** The values of `cryptoType` on the wire. */
export type CoinId = Quotings[SoldAsset]['coin']
/** The values of `cryptoType`, in the order of {@link SOLD_ASSETS}. */
export const COINS = SOLD_ASSETS.map((asset) => quotingOf(asset).coin)

/** The quoting data of an asset. */
export function quotingOf(asset: SoldAsset): Quoting & { readonly coin: CoinId } {
  return ASSET_ROWS[asset].quoting
}

/** Whether a text is a value of `cryptoType`; case matters. */
export function isCoin(text: string): text is CoinId {
  return (COINS as readonly string[]).includes(text)
}

/** The asset of a coin. @throws {RangeError} for an unknown coin. */
export function assetOf(coin: CoinId): SoldAsset {
  const asset = SOLD_ASSETS.find((one) => quotingOf(one).coin === coin)
  if (asset === undefined) throw new RangeError(`expected one of ${COINS.join(', ')}, got "${coin}"`)
  return asset
}

/** A token's contract on a chain's main network; null for the chain's own coin and if the token does not exist there. */
export function contractOf(chain: ChainId, asset: Asset): TokenContract | null {
  return ASSET_TABLE[asset].contracts.find((one) => one.chain === chain) ?? null
}

/** The function by which a token's contract says whether an address is frozen; null if nobody can freeze the asset. */
export function freezeSelectorOf(chain: ChainId, asset: Asset): string | null {
  return contractOf(chain, asset)?.freezeSelector ?? null
}

/** Whether an asset is the chain's own coin, which pays its fees, not a token. */
export function isNative(chain: ChainId, asset: Asset): boolean {
  return CHAIN_TABLE[chain].asset === asset
}

/** Whether balances of an asset are read on a chain, in addition to its transfers; true for every token. */
export function readsBalanceOf(chain: ChainId, asset: Asset): boolean {
  return isNative(chain, asset) ? CHAIN_TABLE[chain].readsCoinBalances : contractOf(chain, asset) !== null
}

/** The tokens that have a contract on a chain, in the order of the table. */
export function tokensOn(chain: ChainId): readonly SoldAsset[] {
  return SOLD_ASSETS.filter((asset) => contractOf(chain, asset) !== null)
}

/**
 * The number of decimals of an asset on a chain.
 *
 * @throws {RangeError} if the chain has no such asset.
 */
export function decimalsOf(chain: ChainId, asset: Asset): number {
  if (isNative(chain, asset)) return CHAIN_TABLE[chain].assetDecimals
  const contract = contractOf(chain, asset)
  if (contract === null) throw new RangeError(`expected an asset of ${chain}, got ${asset}`)
  return contract.decimals
}

/** An amount of an asset on a chain with its name, such as `0.00125 BTC`. */
export function amountWithAsset(chain: ChainId, asset: Asset, value: bigint): string {
  return `${formatAmount(atoms(value), decimalsOf(chain, asset))} ${asset}`
}

/** The amount below which an asset other than the order's own is ignored. */
export function dustOf(chain: ChainId, asset: Asset): Atoms {
  return parseAmount(ASSET_TABLE[asset].dust, decimalsOf(chain, asset))
}

/** Whether an amount of an asset may be gas that an operator sent, to move tokens away from an address. */
export function isSweepGas(chain: ChainId, asset: Asset, amount: bigint): boolean {
  const { sweepGas, assetDecimals } = CHAIN_TABLE[chain]
  return isNative(chain, asset) && amount <= parseAmount(sweepGas, assetDecimals)
}
