/** A chain that is read; Ethereum carries two rails. */
export const CHAINS = ['bitcoin', 'ethereum', 'bsc', 'tron'] as const
export type ChainId = (typeof CHAINS)[number]

/** The values of `cryptoNetwork` on the wire: a rail is a coin on a network. */
export const NETWORKS = ['bitcoin', 'ethereum', 'erc20', 'trc20', 'bep20'] as const
export type NetworkId = (typeof NETWORKS)[number]

/** The values of `cryptoType` on the wire. */
export const COINS = ['bitcoin', 'ethereum', 'usdt'] as const
export type CoinId = (typeof COINS)[number]

/** What moves on a chain: its own coin, or the USDT contract's token. BNB is only ever looked for as a mistake. */
export const ASSETS = ['BTC', 'ETH', 'BNB', 'TRX', 'USDT'] as const
export type Asset = (typeof ASSETS)[number]

/** Confirmations that settle an order of a value; `'finalized'` asks for the chain's own finality. */
export type Depth = number | 'finalized'

/** One row of the table of rails: everything that differs between two ways to pay. */
export interface Rail {
  readonly network: NetworkId
  readonly coin: CoinId
  readonly chain: ChainId
  readonly asset: Asset
  readonly symbol: 'BTC' | 'ETH' | 'USDT'
  /** Of the atoms: USDT has 18 on BEP-20 and 6 elsewhere. */
  readonly decimals: number
  /** A quote shows no more than these, rounded up. */
  readonly shownDecimals: number
  /** The word in KEYHOLD_CONFIRMATIONS. */
  readonly setting: 'BTC' | 'ETH' | 'ERC20' | 'BEP20' | 'TRC20'
  /** Ordered by value: the first whose `belowCents` is above the price, else the last. */
  readonly depths: readonly { readonly belowCents: number; readonly depth: Depth }[]
  /** Which extended public key the addresses come from. ETH, ERC-20 and BEP-20 of one order share one address. */
  readonly wallet: 'bitcoin' | 'evm' | 'tron'
}

const ANY = Number.POSITIVE_INFINITY
const ETHEREUM_DEPTHS = [
  { belowCents: 150_00, depth: 12 },
  { belowCents: 1_500_00, depth: 32 },
  { belowCents: ANY, depth: 'finalized' },
] as const

/** Every rail, in the order pages show them. A new rail is one row and, if its chain speaks a new language, one reader. */
export const RAILS = [
  {
    network: 'bitcoin',
    coin: 'bitcoin',
    chain: 'bitcoin',
    asset: 'BTC',
    symbol: 'BTC',
    decimals: 8,
    shownDecimals: 8,
    setting: 'BTC',
    depths: [
      { belowCents: 150_00, depth: 1 },
      { belowCents: 1_500_00, depth: 2 },
      { belowCents: 6_000_00, depth: 4 },
      { belowCents: ANY, depth: 6 },
    ],
    wallet: 'bitcoin',
  },
  {
    network: 'ethereum',
    coin: 'ethereum',
    chain: 'ethereum',
    asset: 'ETH',
    symbol: 'ETH',
    decimals: 18,
    shownDecimals: 8,
    setting: 'ETH',
    depths: ETHEREUM_DEPTHS,
    wallet: 'evm',
  },
  {
    network: 'erc20',
    coin: 'usdt',
    chain: 'ethereum',
    asset: 'USDT',
    symbol: 'USDT',
    decimals: 6,
    shownDecimals: 6,
    setting: 'ERC20',
    depths: ETHEREUM_DEPTHS,
    wallet: 'evm',
  },
  {
    network: 'trc20',
    coin: 'usdt',
    chain: 'tron',
    asset: 'USDT',
    symbol: 'USDT',
    decimals: 6,
    shownDecimals: 6,
    setting: 'TRC20',
    depths: [{ belowCents: ANY, depth: 'finalized' }],
    wallet: 'tron',
  },
  {
    network: 'bep20',
    coin: 'usdt',
    chain: 'bsc',
    asset: 'USDT',
    symbol: 'USDT',
    decimals: 18,
    shownDecimals: 6,
    setting: 'BEP20',
    depths: [{ belowCents: ANY, depth: 'finalized' }],
    wallet: 'evm',
  },
] as const satisfies readonly Rail[]

/** What the chain itself is like. */
export interface Chain {
  readonly id: ChainId
  /** The chain's own coin. */
  readonly asset: Asset
  readonly assetDecimals: number
  /** How many blocks deep the chain's own finality is, to show a number where `'finalized'` is asked for. */
  readonly finalityDepth: number
  /** A head older than this means the node lags; for known public chains only. */
  readonly headMaxAgeS: number
  /** The chain id of the public main network; null for Bitcoin. */
  readonly mainnetChainId: number | null
}

export const CHAIN_TABLE: Readonly<Record<ChainId, Chain>> = {
  bitcoin: {
    id: 'bitcoin',
    asset: 'BTC',
    assetDecimals: 8,
    finalityDepth: 6,
    headMaxAgeS: 3 * 3600,
    mainnetChainId: null,
  },
  ethereum: {
    id: 'ethereum',
    asset: 'ETH',
    assetDecimals: 18,
    finalityDepth: 32,
    headMaxAgeS: 180,
    mainnetChainId: 1,
  },
  bsc: { id: 'bsc', asset: 'BNB', assetDecimals: 18, finalityDepth: 3, headMaxAgeS: 60, mainnetChainId: 56 },
  tron: {
    id: 'tron',
    asset: 'TRX',
    assetDecimals: 6,
    finalityDepth: 19,
    headMaxAgeS: 90,
    mainnetChainId: 728126428,
  },
}

export function isNetwork(text: string): text is NetworkId {
  return (NETWORKS as readonly string[]).includes(text)
}

/** The rail of a network. */
export function railOf(network: NetworkId): Rail {
  const rail = RAILS.find((row) => row.network === network)
  if (rail === undefined) throw new RangeError(`expected one of ${NETWORKS.join(', ')}, got "${network}"`)
  return rail
}

/**
 * How deep the transfers of an order must lie.
 *
 * @param override from KEYHOLD_CONFIRMATIONS, where the rail has one; it replaces the table whatever the price.
 */
export function depthFor(rail: Rail, priceCents: number, override: number | undefined): Depth {
  if (override !== undefined) return override
  const tier = rail.depths.find((row) => priceCents < row.belowCents) ?? rail.depths.at(-1)
  if (tier === undefined) throw new RangeError(`rail ${rail.network} has no depths`)
  return tier.depth
}

/** The number of confirmations to show for a depth. */
export function shownDepth(rail: Rail, depth: Depth): number {
  return depth === 'finalized' ? CHAIN_TABLE[rail.chain].finalityDepth : depth
}

/**
 * The decimals of an asset's atoms on a chain.
 *
 * @throws {RangeError} where the chain has no such asset.
 */
export function decimalsOf(chain: ChainId, asset: Asset): number {
  if (CHAIN_TABLE[chain].asset === asset) return CHAIN_TABLE[chain].assetDecimals
  const rail = RAILS.find((row) => row.chain === chain && row.asset === asset)
  if (rail === undefined) throw new RangeError(`expected an asset of ${chain}, got ${asset}`)
  return rail.decimals
}
