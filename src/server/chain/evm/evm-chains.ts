import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { tronAddress, tronToHex } from '#server/chain/addresses/tron-address.ts'
import { CHAIN_TABLE, RAILS, type Asset, type ChainId } from '#shared/rails.ts'

export type EvmChainId = Exclude<ChainId, 'bitcoin'>

/** How a chain spells its addresses; on the wire all of them are `0x` and 40 lower-case hexadecimal digits. */
export interface AddressCodec {
  readonly fromHex: (hex20: string) => string
  readonly toHex: (address: string) => string
}

/** Everything that differs between the chains of the one EVM reader. */
export interface EvmChain {
  readonly id: EvmChainId
  readonly codec: AddressCodec
  /** The chain's own coin, where it is looked for. */
  readonly coin: Extract<Asset, 'ETH' | 'BNB'> | null
  /** Whether plain transfers of the coin are read from full blocks; else only balances show it. */
  readonly readsFullBlocks: boolean
  /** USDT's contract on the main network, in the chain's own spelling. */
  readonly mainnetToken: string
  readonly tokenDecimals: number
  /** Blocks of one `eth_getLogs` to begin with; the reader adapts. */
  readonly startSpan: number
  /** Least pause after a node asked for one. */
  readonly limitedPauseMs: number
  /** The header that carries an API key; null where keys live in the URL. */
  readonly keyHeader: string | null
  /** Public networks, main and test: there a head older than the table's age means the node lags. */
  readonly publicChainIds: readonly number[]
}

const HEX: AddressCodec = { fromHex: toChecksumAddress, toHex: (address) => address.toLowerCase() }

/** A new EVM chain is one row here. */
export const EVM_CHAINS: Readonly<Record<EvmChainId, EvmChain>> = {
  ethereum: {
    id: 'ethereum',
    codec: HEX,
    coin: 'ETH',
    readsFullBlocks: true,
    mainnetToken: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    tokenDecimals: usdtDecimals('ethereum'),
    startSpan: 2000,
    limitedPauseMs: 1000,
    keyHeader: null,
    // main, Sepolia, Holesky, Hoodi
    publicChainIds: [1, 11155111, 17000, 560048],
  },
  bsc: {
    id: 'bsc',
    codec: HEX,
    coin: 'BNB',
    // 192,000 blocks a day: BNB is only ever a mistake, a balance shows it for one call
    readsFullBlocks: false,
    mainnetToken: '0x55d398326f99059fF775485246999027B3197955',
    tokenDecimals: usdtDecimals('bsc'),
    startSpan: 2000,
    limitedPauseMs: 1000,
    keyHeader: null,
    // main, Chapel
    publicChainIds: [56, 97],
  },
  tron: {
    id: 'tron',
    codec: { fromHex: tronAddress, toHex: tronToHex },
    coin: null,
    readsFullBlocks: false,
    mainnetToken: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    tokenDecimals: usdtDecimals('tron'),
    startSpan: 2000,
    // TronGrid: "the query server is suspended for 30s"
    limitedPauseMs: 30_000,
    keyHeader: 'TRON-PRO-API-KEY',
    // main, Shasta, Nile
    publicChainIds: [728126428, 2494104990, 3448148188],
  },
}

/** The age above which a head means a lagging node; null where heads may be as old as they like. */
export function headMaxAgeFor(chain: EvmChain, chainId: number, settingS: number | null): number | null {
  if (settingS !== null) return settingS
  return chain.publicChainIds.includes(chainId) ? CHAIN_TABLE[chain.id].headMaxAgeS : null
}

function usdtDecimals(chain: EvmChainId): number {
  const rail = RAILS.find((row) => row.chain === chain && row.asset === 'USDT')
  if (rail === undefined) throw new RangeError(`expected a USDT rail on ${chain}`)
  return rail.decimals
}
