import { decimalsOf, quotingOf, type CoinId, type SoldAsset } from './assets.ts'
import type { UsdCents } from './money.ts'
import { CHAIN_TABLE, CHAINS, type ChainId, type Wallet } from './chains.ts'

/** Required depth of an order's transfers: confirmations, or `'finalized'` for the chain's own finality. */
export type Depth = number | 'finalized'

interface RailRow {
  readonly chain: ChainId
  readonly asset: SoldAsset
  /** Name of the rail in KEYHOLD_CONFIRMATIONS. */
  readonly setting: string
  /** The setting for the token's contract on networks other than the main one; null for a chain's own coin. */
  readonly contractSetting: string | null
  /** In US cents, in ascending order: the first row whose `belowCents` is above what the order is worth applies, otherwise the last. */
  readonly depths: readonly { readonly belowCents: number; readonly depth: Depth }[]
  /**
   * What a sender usually pays the network for one transfer, in US cents, lowest and highest of common days: see
   * `usual-costs.ts`. No decision about money uses it.
   */
  readonly usualFeeCents: readonly [low: number, high: number]
  /** Offered only where KEYHOLD_RAILS or KEYHOLD_EXTRA_RAILS names it. */
  readonly isExtra: boolean
}

const ANY = Number.POSITIVE_INFINITY
const ETHEREUM_DEPTHS = [
  { belowCents: 150_00, depth: 12 },
  { belowCents: 1_500_00, depth: 32 },
  { belowCents: ANY, depth: 'finalized' },
] as const
const BASE_DEPTHS = [
  { belowCents: 150_00, depth: 30 },
  { belowCents: 1_500_00, depth: 150 },
  { belowCents: ANY, depth: 'finalized' },
] as const
const FINALIZED = [{ belowCents: ANY, depth: 'finalized' }] as const

/** Every rail by its network, in the order pages show them. */
const RAIL_ROWS = {
  bitcoin: {
    chain: 'bitcoin',
    asset: 'BTC',
    setting: 'BTC',
    contractSetting: null,
    depths: [
      { belowCents: 150_00, depth: 1 },
      { belowCents: 1_500_00, depth: 2 },
      { belowCents: 6_000_00, depth: 4 },
      { belowCents: ANY, depth: 6 },
    ],
    usualFeeCents: [20, 250],
    isExtra: false,
  },
  ethereum: {
    chain: 'ethereum',
    asset: 'ETH',
    setting: 'ETH',
    contractSetting: null,
    depths: ETHEREUM_DEPTHS,
    usualFeeCents: [2, 40],
    isExtra: false,
  },
  erc20: {
    chain: 'ethereum',
    asset: 'USDT',
    setting: 'ERC20',
    contractSetting: 'KEYHOLD_USDT_ERC20',
    depths: ETHEREUM_DEPTHS,
    usualFeeCents: [5, 120],
    isExtra: false,
  },
  trc20: {
    chain: 'tron',
    asset: 'USDT',
    setting: 'TRC20',
    contractSetting: 'KEYHOLD_USDT_TRC20',
    depths: FINALIZED,
    usualFeeCents: [200, 450],
    isExtra: false,
  },
  bep20: {
    chain: 'bsc',
    asset: 'USDT',
    setting: 'BEP20',
    contractSetting: 'KEYHOLD_USDT_BEP20',
    depths: FINALIZED,
    usualFeeCents: [0, 5],
    isExtra: false,
  },
  'usdc-ethereum': {
    chain: 'ethereum',
    asset: 'USDC',
    setting: 'USDC-ETHEREUM',
    contractSetting: 'KEYHOLD_USDC_ETHEREUM',
    depths: ETHEREUM_DEPTHS,
    usualFeeCents: [5, 120],
    isExtra: true,
  },
  'usdc-base': {
    chain: 'base',
    asset: 'USDC',
    setting: 'USDC-BASE',
    contractSetting: 'KEYHOLD_USDC_BASE',
    depths: BASE_DEPTHS,
    usualFeeCents: [0, 5],
    isExtra: true,
  },
  'usdc-polygon': {
    chain: 'polygon',
    asset: 'USDC',
    setting: 'USDC-POLYGON',
    contractSetting: 'KEYHOLD_USDC_POLYGON',
    depths: FINALIZED,
    usualFeeCents: [0, 5],
    isExtra: true,
  },
  litecoin: {
    chain: 'litecoin',
    asset: 'LTC',
    setting: 'LTC',
    contractSetting: null,
    depths: [
      { belowCents: 150_00, depth: 3 },
      { belowCents: 1_500_00, depth: 6 },
      { belowCents: 6_000_00, depth: 12 },
      { belowCents: ANY, depth: 24 },
    ],
    usualFeeCents: [0, 5],
    isExtra: true,
  },
  'eurc-ethereum': {
    chain: 'ethereum',
    asset: 'EURC',
    setting: 'EURC-ETHEREUM',
    contractSetting: 'KEYHOLD_EURC_ETHEREUM',
    depths: ETHEREUM_DEPTHS,
    usualFeeCents: [5, 120],
    isExtra: true,
  },
  'eurc-base': {
    chain: 'base',
    asset: 'EURC',
    setting: 'EURC-BASE',
    contractSetting: 'KEYHOLD_EURC_BASE',
    depths: BASE_DEPTHS,
    usualFeeCents: [0, 5],
    isExtra: true,
  },
} as const satisfies Record<string, RailRow>

/** Id of a rail, a coin on a network; the values of `cryptoNetwork` on the wire. */
export type NetworkId = keyof typeof RAIL_ROWS
/** The values of `cryptoNetwork`, one for each rail, in the order pages show them. */
export const NETWORKS = Object.keys(RAIL_ROWS) as NetworkId[]

/** The words of KEYHOLD_CONFIRMATIONS. */
type ConfirmationWord = (typeof RAIL_ROWS)[NetworkId]['setting']
/** Confirmations by the rail's name in KEYHOLD_CONFIRMATIONS; a rail that is not in the map has those of the table. */
export type ConfirmationOverrides = ReadonlyMap<ConfirmationWord, number>
/** The settings that name a token's contract. */
export type ContractSetting = NonNullable<(typeof RAIL_ROWS)[NetworkId]['contractSetting']>

/** A way to pay: a row of the table, with the properties of its chain and asset. */
export interface Rail extends RailRow {
  readonly network: NetworkId
  readonly setting: ConfirmationWord
  readonly contractSetting: ContractSetting | null
  readonly coin: CoinId
  readonly symbol: SoldAsset
  /** Decimals of the smallest unit: USDT has 18 on BEP-20 and 6 elsewhere. */
  readonly decimals: number
  /** The number of decimals in a quote; amounts are rounded up. */
  readonly shownDecimals: number
  /** The wallet that the addresses come from. Rails of one wallet share the address of an order. */
  readonly wallet: Wallet
}

/** Every rail, in the order pages show them. */
export const RAILS: readonly Rail[] = NETWORKS.map((network) => {
  const row = RAIL_ROWS[network]
  const { coin, shownDecimals } = quotingOf(row.asset)
  return {
    ...row,
    network,
    coin,
    symbol: row.asset,
    decimals: decimalsOf(row.chain, row.asset),
    shownDecimals,
    wallet: CHAIN_TABLE[row.chain].wallet,
  }
})

/** The rails that KEYHOLD_EXTRA_RAILS may name. */
export const EXTRA_NETWORKS = RAILS.filter((rail) => rail.isExtra).map((rail) => rail.network)

/** The rails of a shop that sets nothing. */
export const USUAL_NETWORKS = RAILS.filter((rail) => !rail.isExtra).map((rail) => rail.network)

/**
 * The rails that a shop offers, in the order pages show them: the chosen ones as they are listed, then the extra ones.
 *
 * @param extra the rails of KEYHOLD_EXTRA_RAILS.
 * @param chosen the rails of KEYHOLD_RAILS.
 */
export function offeredRails(
  extra: readonly NetworkId[],
  chosen: readonly NetworkId[] = USUAL_NETWORKS,
): readonly Rail[] {
  const added = RAILS.map((rail) => rail.network).filter((network) => extra.includes(network))
  return [...new Set([...chosen, ...added])].map(railOf)
}

/** The coins of some rails, without duplicates, in their order. */
export function coinsOf(rails: readonly Pick<Rail, 'coin'>[]): readonly CoinId[] {
  return [...new Set(rails.map((rail) => rail.coin))]
}

/** The chains that some rails run on, in the order of the table of chains. */
export function offeredChains(rails: readonly Rail[]): readonly ChainId[] {
  return CHAINS.filter((chain) => rails.some((rail) => rail.chain === chain))
}

/** The assets of some rails, without duplicates. */
export function assetsOf(rails: readonly Rail[]): readonly SoldAsset[] {
  return [...new Set(rails.map((rail) => rail.asset))]
}

/** Whether a text is a value of `cryptoNetwork`, offered by this shop or not. */
export function isNetwork(text: string): text is NetworkId {
  return (NETWORKS as readonly string[]).includes(text)
}

/** The rail of a network id. @throws {RangeError} for an unknown id. */
export function railOf(network: NetworkId): Rail {
  const rail = RAILS.find((row) => row.network === network)
  if (rail === undefined) throw new RangeError(`expected one of ${NETWORKS.join(', ')}, got "${network}"`)
  return rail
}

/**
 * The depth that the transfers of an order need.
 *
 * @param worth what the order is worth to the limits.
 * @param override the rail's value in KEYHOLD_CONFIRMATIONS, if any; it applies to every price.
 */
export function depthFor(rail: Rail, worth: UsdCents, override: number | undefined): Depth {
  if (override !== undefined) return override
  const tier = rail.depths.find((row) => worth < row.belowCents) ?? rail.depths.at(-1)
  if (tier === undefined) throw new RangeError(`rail ${rail.network} has no depths`)
  return tier.depth
}

/** The number of confirmations to show for a depth. */
export function shownDepth(rail: Rail, depth: Depth): number {
  return depth === 'finalized' ? CHAIN_TABLE[rail.chain].finality.shownDepth : depth
}
