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
    apiKeyHeader: null,
    explorer: { transaction: '/tx/', address: '/address/' },
  },
  evm: {
    hashPrefix: '0x',
    blockHashPrefix: '0x',
    spendsOutputs: false,
    apiKeyHeader: null,
    explorer: { transaction: '/tx/', address: '/address/' },
  },
  tron: {
    hashPrefix: '',
    blockHashPrefix: '0x',
    spendsOutputs: false,
    apiKeyHeader: 'TRON-PRO-API-KEY',
    explorer: { transaction: '/#/transaction/', address: '/#/address/' },
  },
} as const satisfies Record<string, WalletKind>

/** Id of a wallet: which extended public key an address comes from, and which form it has. */
export type Wallet = keyof typeof WALLET_ROWS
/** Every wallet, in the order of the table. */
export const WALLETS = Object.keys(WALLET_ROWS) as Wallet[]
/** What differs between two wallets, by wallet. */
const WALLET_TABLE: Readonly<Record<Wallet, WalletKind>> = WALLET_ROWS

/** The format of a payment link. */
export type PaymentUri = 'bip21' | 'eip681'

interface ChainRow {
  readonly wallet: Wallet
  /** The chain's own coin. */
  readonly asset: string
  readonly assetDecimals: number
  /** The chain id of the public main network; null for Bitcoin, whose networks have names. */
  readonly mainnetChainId: number | null
  /** Origins of explorers by public network, main and test; the key is a chain id, on Bitcoin a network name. */
  readonly explorers: Readonly<Record<string, string>>
  /** Seconds from one block to the next, on average. */
  readonly blockTimeS: number
  readonly finality: {
    /** The number of confirmations shown to buyers if `'finalized'` is required. */
    readonly shownDepth: number
    /** Seconds from a transfer's block until it is final, as a rule. */
    readonly usualS: number
    /**
     * Blocks this far below the head count as final if the chain or the node does not report finality. Simulated chains use
     * `shownDepth` instead if `hasTag` is true.
     */
    readonly fallbackDepth: number
    /** Whether nodes support the block tag `finalized`. */
    readonly hasTag: boolean
  }
  /** A node whose newest block is older than this lags; applies to public networks only. */
  readonly headMaxAgeS: number
  /** Whether plain transfers of the chain's own coin are read from its blocks. */
  readonly readsCoinTransfers: boolean
  /** Whether balances of the chain's own coin are read, to find coins that arrived without a visible transfer. */
  readonly readsCoinBalances: boolean
  /** Format of the "open in wallet" link and of the QR code with an amount; null if there is no standard for it. */
  readonly paymentUri: PaymentUri | null
  /** The chain's number in links to Trust Wallet; null where its documentation names none. */
  readonly trustWalletCoin: number | null
  /**
   * The most of the chain's own coin, as a decimal number, that counts as gas if it is sent to the address of a delivered
   * token order: several times the usual fee for moving the token away. '0' if no token is sold on the chain.
   */
  readonly sweepGas: string
  /** The pause between two polls of the chain's nodes. */
  readonly lookEveryMs: number
}

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
    trustWalletCoin: 0,
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
    trustWalletCoin: 966,
    sweepGas: '0.5',
    lookEveryMs: 3000,
  },
} as const satisfies Record<string, ChainRow>

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

/** Chains whose nodes accept an API key in a header. */
export type KeyedChainId = {
  [Id in EvmChainId]: (typeof WALLET_ROWS)[(typeof CHAIN_ROWS)[Id]['wallet']]['apiKeyHeader'] extends null
    ? never
    : Id
}[EvmChainId]

/** One row of the table of chains: all differences between chains. */
export interface Chain extends ChainRow {
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

/** Whether the chain's nodes take an API key in a header. */
export function isKeyedChain(chain: ChainId): chain is KeyedChainId {
  return walletKindOf(chain).apiKeyHeader !== null
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
