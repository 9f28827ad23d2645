import type { ChainRow } from './chain-row.ts'

/**
 * A kind of wallet: the chains whose addresses come from one extended public key. They share their addresses, so money sent
 * on the wrong one of them can be found.
 */
export interface WalletKind {
  /** Prefix of a transaction's hash in explorers. */
  readonly hashPrefix: '0x' | ''
  readonly blockHashPrefix: '0x' | ''
  /**
   * Whether transactions spend outputs of other transactions (UTXO). Then unconfirmed transactions are visible, and one may
   * replace another. Otherwise accounts hold balances, and the chain is read by Ethereum's JSON-RPC.
   */
  readonly spendsOutputs: boolean
  /** Whether the case of an address's letters is only its checksum, as in EIP-55. */
  readonly hasChecksumCase: boolean
  /** The coin's number in paths of keys. Source: SLIP-44. */
  readonly coinType: number
  /** The header for an API key of the chain's nodes; null if keys are part of the URL. */
  readonly apiKeyHeader: string | null
  /** Paths of explorers, before the hash or address. */
  readonly explorer: { readonly transaction: string; readonly address: string }
}

const WALLET_ROWS = {
  bitcoin: {
    hashPrefix: '',
    blockHashPrefix: '',
    spendsOutputs: true,
    hasChecksumCase: false,
    coinType: 0,
    apiKeyHeader: null,
    explorer: { transaction: '/tx/', address: '/address/' },
  },
  litecoin: {
    hashPrefix: '',
    blockHashPrefix: '',
    spendsOutputs: true,
    hasChecksumCase: false,
    coinType: 2,
    apiKeyHeader: null,
    explorer: { transaction: '/tx/', address: '/address/' },
  },
  evm: {
    hashPrefix: '0x',
    blockHashPrefix: '0x',
    spendsOutputs: false,
    hasChecksumCase: true,
    coinType: 60,
    apiKeyHeader: null,
    explorer: { transaction: '/tx/', address: '/address/' },
  },
  tron: {
    hashPrefix: '',
    blockHashPrefix: '0x',
    spendsOutputs: false,
    hasChecksumCase: false,
    coinType: 195,
    apiKeyHeader: 'TRON-PRO-API-KEY',
    explorer: { transaction: '/#/transaction/', address: '/#/address/' },
  },
} as const satisfies Record<string, WalletKind>

/** Id of a wallet: which extended public key an address comes from, and which form it has. */
export type Wallet = keyof typeof WALLET_ROWS
/** Every wallet, in the order of the table. */
export const WALLETS = Object.keys(WALLET_ROWS) as Wallet[]
/** The wallets of chains whose transactions spend outputs. Their networks have names. */
export type OutputWallet = {
  [Id in Wallet]: (typeof WALLET_ROWS)[Id]['spendsOutputs'] extends true ? Id : never
}[Wallet]

/** What differs between two wallets, by wallet. */
const WALLET_TABLE: Readonly<Record<Wallet, WalletKind>> = WALLET_ROWS

const CHAIN_ROWS = {
  bitcoin: {
    wallet: 'bitcoin',
    asset: 'BTC',
    assetDecimals: 8,
    mainnetChainId: null,
    explorers: {
      mainnet: 'https://mempool.space',
      testnet: 'https://mempool.space/testnet',
      signet: 'https://mempool.space/signet',
    },
    blockTimeS: 600,
    finality: { shownDepth: 6, usualS: 3600, fallbackDepth: 5, hasTag: false },
    headMaxAgeS: 3 * 3600,
    readsCoinTransfers: true,
    readsCoinBalances: false,
    paymentUri: 'bip21',
    uriScheme: 'bitcoin',
    trustWalletCoin: 0,
    sweepGas: '0',
    lookEveryMs: 2000,
  },
  litecoin: {
    wallet: 'litecoin',
    asset: 'LTC',
    assetDecimals: 8,
    mainnetChainId: null,
    explorers: {
      mainnet: 'https://litecoinspace.org',
      testnet: 'https://litecoinspace.org/testnet',
    },
    blockTimeS: 150,
    finality: { shownDepth: 24, usualS: 3600, fallbackDepth: 23, hasTag: false },
    // as many blocks as Bitcoin's three hours
    headMaxAgeS: 45 * 60,
    readsCoinTransfers: true,
    readsCoinBalances: false,
    paymentUri: 'bip21',
    uriScheme: 'litecoin',
    trustWalletCoin: 2,
    sweepGas: '0',
    lookEveryMs: 2000,
  },
  ethereum: {
    wallet: 'evm',
    asset: 'ETH',
    assetDecimals: 18,
    mainnetChainId: 1,
    explorers: {
      1: 'https://etherscan.io',
      17000: 'https://holesky.etherscan.io',
      560048: 'https://hoodi.etherscan.io',
      11155111: 'https://sepolia.etherscan.io',
    },
    blockTimeS: 12,
    // finality takes two to three epochs of 32 blocks
    finality: { shownDepth: 32, usualS: 960, fallbackDepth: 96, hasTag: true },
    headMaxAgeS: 180,
    readsCoinTransfers: true,
    readsCoinBalances: true,
    paymentUri: 'eip681',
    uriScheme: 'ethereum',
    trustWalletCoin: 60,
    sweepGas: '0.005',
    lookEveryMs: 3000,
  },
  bsc: {
    wallet: 'evm',
    asset: 'BNB',
    assetDecimals: 18,
    mainnetChainId: 56,
    explorers: { 56: 'https://bscscan.com', 97: 'https://testnet.bscscan.com' },
    blockTimeS: 0.45,
    // votes of its validators make blocks final after two or three; without them, 9 seconds
    finality: { shownDepth: 3, usualS: 2, fallbackDepth: 20, hasTag: true },
    headMaxAgeS: 60,
    // 192,000 blocks a day: BNB arrives only by mistake, and one call for a balance finds it
    readsCoinTransfers: false,
    readsCoinBalances: true,
    paymentUri: 'eip681',
    uriScheme: 'ethereum',
    trustWalletCoin: 20_000_714,
    sweepGas: '0.002',
    lookEveryMs: 3000,
  },
  tron: {
    wallet: 'tron',
    asset: 'TRX',
    assetDecimals: 6,
    mainnetChainId: 728126428,
    explorers: {
      728126428: 'https://tronscan.org',
      2494104990: 'https://shasta.tronscan.org',
      3448148188: 'https://nile.tronscan.org',
    },
    blockTimeS: 3,
    finality: { shownDepth: 19, usualS: 57, fallbackDepth: 19, hasTag: true },
    headMaxAgeS: 90,
    readsCoinTransfers: false,
    readsCoinBalances: false,
    paymentUri: null,
    uriScheme: 'tron',
    trustWalletCoin: 195,
    sweepGas: '60',
    lookEveryMs: 3000,
  },
  base: {
    wallet: 'evm',
    asset: 'ETH',
    assetDecimals: 18,
    mainnetChainId: 8453,
    explorers: { 8453: 'https://basescan.org', 84532: 'https://sepolia.basescan.org' },
    blockTimeS: 2,
    // final with the Ethereum block that contains its data: after 13 to 20 minutes, about 600 blocks
    finality: { shownDepth: 600, usualS: 1000, fallbackDepth: 900, hasTag: true },
    headMaxAgeS: 60,
    // 43,200 large blocks a day: ether arrives only by mistake, and one call for a balance finds it
    readsCoinTransfers: false,
    readsCoinBalances: true,
    paymentUri: 'eip681',
    uriScheme: 'ethereum',
    trustWalletCoin: null,
    sweepGas: '0.001',
    lookEveryMs: 3000,
  },
  polygon: {
    wallet: 'evm',
    asset: 'POL',
    assetDecimals: 18,
    mainnetChainId: 137,
    explorers: { 137: 'https://polygonscan.com', 80002: 'https://amoy.polygonscan.com' },
    blockTimeS: 2,
    // a milestone of its validators makes blocks final within seconds; without one, a reorganisation was once 157 blocks deep
    finality: { shownDepth: 5, usualS: 10, fallbackDepth: 256, hasTag: true },
    headMaxAgeS: 60,
    // 43,200 blocks a day: POL arrives only by mistake, and one call for a balance finds it
    readsCoinTransfers: false,
    readsCoinBalances: true,
    paymentUri: 'eip681',
    uriScheme: 'ethereum',
    trustWalletCoin: 966,
    sweepGas: '0.5',
    lookEveryMs: 3000,
  },
} as const satisfies Record<string, ChainRow<Wallet>>

/** Id of a chain; several rails may run on one chain. */
export type ChainId = keyof typeof CHAIN_ROWS
/** Every chain, in the order of the table. */
export const CHAINS = Object.keys(CHAIN_ROWS) as ChainId[]

/** A chain's own coin. */
export type NativeAsset = (typeof CHAIN_ROWS)[ChainId]['asset']

/** Chains that are read by Ethereum's JSON-RPC, Tron included. */
export type EvmChainId = {
  [Id in ChainId]: (typeof WALLET_ROWS)[(typeof CHAIN_ROWS)[Id]['wallet']]['spendsOutputs'] extends true
    ? never
    : Id
}[ChainId]

/** Chains whose transactions spend outputs: their nodes speak bitcoind's RPC, their servers Esplora's REST. */
export type OutputChainId = Exclude<ChainId, EvmChainId>

/** Chains whose nodes accept an API key in a header. */
export type KeyedChainId = {
  [Id in EvmChainId]: (typeof WALLET_ROWS)[(typeof CHAIN_ROWS)[Id]['wallet']]['apiKeyHeader'] extends null
    ? never
    : Id
}[EvmChainId]

/** One row of the table of chains: all differences between chains. */
export interface Chain extends ChainRow<Wallet> {
  readonly id: ChainId
  readonly asset: NativeAsset
}

/** The facts about each chain, by its id. */
export const CHAIN_TABLE = forEachChain((id): Chain => ({ id, ...CHAIN_ROWS[id] }))

/** The chains read by Ethereum's JSON-RPC, Tron among them. */
export const EVM_CHAINS = CHAINS.filter(isEvmChain)

/** Whether a chain is read by Ethereum's JSON-RPC; true for Tron. */
export function isEvmChain(chain: ChainId): chain is EvmChainId {
  return !walletKindOf(chain).spendsOutputs
}

/** The chains whose transactions spend outputs. */
export const OUTPUT_CHAINS = CHAINS.filter(isOutputChain)

/** Whether a chain's transactions spend outputs, as Bitcoin's do. */
export function isOutputChain(chain: ChainId): chain is OutputChainId {
  return walletKindOf(chain).spendsOutputs
}

/** Builds a table with one row for each wallet of a chain with outputs. */
export function forEachOutputWallet<Row>(
  make: (wallet: OutputWallet) => Row,
): Readonly<Record<OutputWallet, Row>> {
  return Object.fromEntries(OUTPUT_WALLETS.map((wallet) => [wallet, make(wallet)])) as Record<
    OutputWallet,
    Row
  >
}

/** The wallet of a chain whose transactions spend outputs. */
export function outputWalletOf(chain: OutputChainId): OutputWallet {
  return CHAIN_ROWS[chain].wallet
}

/** Whether the chain's nodes take an API key in a header. */
export function isKeyedChain(chain: ChainId): chain is KeyedChainId {
  return walletKindOf(chain).apiKeyHeader !== null
}

/** The wallets of chains with outputs, in the order of the table. */
export const OUTPUT_WALLETS = WALLETS.filter(isOutputWallet)

/** Whether transactions of a wallet's chains spend outputs. */
export function isOutputWallet(wallet: Wallet): wallet is OutputWallet {
  return WALLET_TABLE[wallet].spendsOutputs
}

/** What differs between a wallet and the others. */
export function walletKind(wallet: Wallet): WalletKind {
  return WALLET_TABLE[wallet]
}

/** The wallet kind of a chain. */
export function walletKindOf(chain: ChainId): WalletKind {
  return WALLET_TABLE[CHAIN_TABLE[chain].wallet]
}

/** Formats a transaction's hash as the chain's explorers write it. @param txHash with or without `0x`, in any case. */
export function formatHash(chain: ChainId, txHash: string): string {
  return walletKindOf(chain).hashPrefix + txHash.toLowerCase().replace(/^0x/, '')
}

/** Builds a table with one row for each chain. */
export function forEachChain<Row>(make: (chain: ChainId) => Row): Readonly<Record<ChainId, Row>> {
  return Object.fromEntries(CHAINS.map((chain) => [chain, make(chain)])) as Record<ChainId, Row>
}
