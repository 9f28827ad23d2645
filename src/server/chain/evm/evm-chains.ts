import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { tronAddress, tronToHex } from '#server/chain/addresses/tron-address.ts'
import type { Asset, SoldAsset } from '#shared/assets.ts'
import { CHAIN_TABLE, EVM_CHAINS, walletKindOf, type EvmChainId, type Wallet } from '#shared/chains.ts'

/** How a chain spells its addresses; on the wire all of them are `0x` and 40 lower-case hexadecimal digits. */
export interface AddressCodec {
  readonly fromHex: (hex20: string) => string
  readonly toHex: (address: string) => string
}

/** A token that is looked for, as settings name it. */
export interface TokenSetting {
  readonly asset: SoldAsset
  /** The contract in the chain's own spelling. */
  readonly contract: string
}

/** A token that is looked for, as nodes name it. */
export interface WatchedToken {
  readonly asset: Asset
  /** The contract in lower-case hexadecimal. */
  readonly contract: string
  readonly decimals: number
}

/** How nodes of one wallet's chains differ from those of another's. */
interface Dialect {
  readonly codec: AddressCodec
  /** Least pause after a node asked for one. */
  readonly limitedPauseMs: number
  /** Whether nodes count the transactions an address has sent. */
  readonly countsTransactions: boolean
}

const HEX: AddressCodec = { fromHex: toChecksumAddress, toHex: (address) => address.toLowerCase() }

const DIALECTS: Readonly<Record<Exclude<Wallet, 'bitcoin'>, Dialect>> = {
  evm: { codec: HEX, limitedPauseMs: 1000, countsTransactions: true },
  tron: {
    codec: { fromHex: tronAddress, toHex: tronToHex },
    // TronGrid: "the query server is suspended for 30s"
    limitedPauseMs: 30_000,
    countsTransactions: false,
  },
}

/** Everything that differs between the chains of the one EVM reader. */
export interface EvmChain extends Dialect {
  readonly id: EvmChainId
  /** The chain's own coin, where it is looked for. */
  readonly coin: Asset | null
  /** Whether plain transfers of the coin are read from full blocks. */
  readonly readsFullBlocks: boolean
  /** Whether balances show what of the coin no transfer does. */
  readonly readsBalances: boolean
  /** Whether a token balance is asked for before an order expires. */
  readonly missesLogs: boolean
  /** The header that carries an API key; null where keys live in the URL. */
  readonly keyHeader: string | null
  /** Public networks, main and test: there a head older than the table's age means the node lags. */
  readonly publicChainIds: readonly number[]
}

/** A chain as the EVM reader reads it. */
export function evmChainOf(id: EvmChainId): EvmChain {
  const { wallet, asset, explorers, readsCoinTransfers, readsCoinBalances } = CHAIN_TABLE[id]
  const { missesLogs, apiKeyHeader } = walletKindOf(id)
  if (!isEvmWallet(wallet)) throw new RangeError(`expected one of ${EVM_CHAINS.join(', ')}, got ${id}`)
  return {
    ...DIALECTS[wallet],
    id,
    coin: readsCoinTransfers || readsCoinBalances ? asset : null,
    readsFullBlocks: readsCoinTransfers,
    readsBalances: readsCoinBalances,
    missesLogs,
    keyHeader: apiKeyHeader,
    publicChainIds: Object.keys(explorers).map(Number),
  }
}

function isEvmWallet(wallet: Wallet): wallet is keyof typeof DIALECTS {
  return Object.hasOwn(DIALECTS, wallet)
}

/** The age above which a head means a lagging node; null where heads may be as old as they like. */
export function headMaxAgeFor(chain: EvmChain, chainId: number, settingS: number | null): number | null {
  if (settingS !== null) return settingS
  return chain.publicChainIds.includes(chainId) ? CHAIN_TABLE[chain.id].headMaxAgeS : null
}
