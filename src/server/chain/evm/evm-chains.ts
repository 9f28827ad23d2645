import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { tronAddress, tronToHex } from '#server/chain/addresses/tron-address.ts'
import type { Asset, SoldAsset } from '#shared/assets.ts'
import {
  CHAIN_TABLE,
  EVM_CHAINS,
  walletKindOf,
  type EvmChainId,
  type OutputWallet,
  type Wallet,
} from '#shared/chains.ts'

/** Converts between a chain's address format and the wire format, `0x` and 40 lower-case hexadecimal digits. */
export interface AddressCodec {
  readonly fromHex: (hex20: string) => string
  readonly toHex: (address: string) => string
  /** From the wire format to what the watched addresses are looked up by: without a checksum if only the case has it. */
  readonly toLookUp: (hex20: string) => string
}

/** A token to look for, as it is written in settings. */
export interface TokenSetting {
  readonly asset: SoldAsset
  /** The contract's address in the chain's own format. */
  readonly contract: string
}

/** A token to look for, as nodes write it. */
export interface WatchedToken {
  readonly asset: Asset
  /** The contract's address, `0x` and 40 lower-case hexadecimal digits. */
  readonly contract: string
  readonly decimals: number
}

/** What differs between the nodes of Ethereum-like chains and those of Tron. */
interface Dialect {
  readonly codec: AddressCodec
  /** Shortest pause after a node asked for one. */
  readonly limitedPauseMs: number
  /** Whether nodes count the transactions an address has sent. */
  readonly countsTransactions: boolean
  /** Whether nodes answer calls at a given block, and calls of a constructor. */
  readonly hasStates: boolean
}

const HEX: AddressCodec = {
  fromHex: toChecksumAddress,
  toHex: (address) => address.toLowerCase(),
  toLookUp: (hex20) => hex20,
}

const DIALECTS: Readonly<Record<Exclude<Wallet, OutputWallet>, Dialect>> = {
  evm: { codec: HEX, limitedPauseMs: 1000, countsTransactions: true, hasStates: true },
  tron: {
    codec: { fromHex: tronAddress, toHex: tronToHex, toLookUp: tronAddress },
    // TronGrid: "the query server is suspended for 30s"
    limitedPauseMs: 30_000,
    countsTransactions: false,
    hasStates: false,
  },
}

/** The properties of a chain that the EVM reader depends on. */
export interface EvmChain extends Dialect {
  readonly id: EvmChainId
  /** The chain's own coin; null if the reader does not look for it. */
  readonly coin: Asset | null
  /** Whether plain transfers of the coin are read from full blocks. */
  readonly readsFullBlocks: boolean
  /** Whether coin balances are read, to find coins that arrived without a plain transfer. */
  readonly readsBalances: boolean
  /** The header for an API key; null if keys are part of the URL. */
  readonly keyHeader: string | null
  /** Chain ids of public networks, main and test, where the age of a head is limited. */
  readonly publicChainIds: readonly number[]
}

/** The properties of a chain that the EVM reader depends on. */
export function evmChainOf(id: EvmChainId): EvmChain {
  const { wallet, asset, explorers, readsCoinTransfers, readsCoinBalances } = CHAIN_TABLE[id]
  const { apiKeyHeader } = walletKindOf(id)
  if (!isEvmWallet(wallet)) throw new RangeError(`expected one of ${EVM_CHAINS.join(', ')}, got ${id}`)
  return {
    ...DIALECTS[wallet],
    id,
    coin: readsCoinTransfers || readsCoinBalances ? asset : null,
    readsFullBlocks: readsCoinTransfers,
    readsBalances: readsCoinBalances,
    keyHeader: apiKeyHeader,
    publicChainIds: Object.keys(explorers).map(Number),
  }
}

function isEvmWallet(wallet: Wallet): wallet is keyof typeof DIALECTS {
  return Object.hasOwn(DIALECTS, wallet)
}

/** The age in seconds above which a head means that the node lags; null if there is no limit. */
export function headMaxAgeFor(chain: EvmChain, chainId: number, settingS: number | null): number | null {
  if (settingS !== null) return settingS
  return chain.publicChainIds.includes(chainId) ? CHAIN_TABLE[chain.id].headMaxAgeS : null
}
