import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { LogLevel } from '#server/runtime/log.ts'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { SoldAsset } from '#shared/assets.ts'
import type { ChainId, Wallet } from '#shared/chains.ts'
import type { Cents } from '#shared/money.ts'
import type { ConfirmationOverrides, Rail } from '#shared/rails.ts'
import type { FixedRates } from './fields.ts'

export type Profile = 'demo' | 'production'

/** How one chain is read. */
export interface ChainSettings {
  readonly chain: ChainId
  /** The demo's own chain stands in, since no node is set. */
  readonly isSimulated: boolean
  /** JSON-RPC endpoints, in order of preference. */
  readonly rpcUrls: readonly string[]
  /** Esplora endpoints: Bitcoin only, for shops without a node. */
  readonly esploraUrls: readonly string[]
  /** What the node must answer to eth_chainId; null for Bitcoin. */
  readonly chainId: number | null
  /** The tokens to look for: those of every coin on offer whose contract on the chain's network is known. */
  readonly tokens: readonly TokenSetting[]
  /** For the header that carries a key; null where the chain's nodes know none and where none is set. */
  readonly apiKey: string | null
}

/** A token's contract on the network that is read. */
interface TokenSetting {
  readonly asset: SoldAsset
  /** In the chain's own spelling. */
  readonly contract: string
}

/** Everything an operator can set, read and checked once at start. Frozen. */
export interface Settings {
  readonly profile: Profile
  readonly host: string
  /** 0 asks for any free port. */
  readonly port: number
  /** `'embedded'` or a postgres:// address, which holds a password. */
  readonly databaseUrl: string
  /** KEYHOLD_DATA, absolute. */
  readonly dataFolder: string
  /** The game on sale, absolute; null: the one that comes with the shop. */
  readonly gameFolder: string | null
  /** Origin of absolute addresses; null in a demo that has none set: the address it listens at. */
  readonly publicUrl: string | null
  readonly allowsTest: boolean
  readonly trustedProxies: readonly string[]
  /** Makes limits looser; `'off'` counts nothing. */
  readonly limitFactor: number | 'off'
  /** From this price on two nodes must agree, where two are set. */
  readonly quorumCents: Cents
  /** A head older than this means the node lags; null: the chain's own age, on main networks only. */
  readonly headMaxAgeS: number | null
  readonly logLevel: LogLevel
  readonly bitcoinNetwork: BitcoinNetwork
  /** The rails on offer, in the order pages show them. */
  readonly rails: readonly Rail[]
  readonly chains: Readonly<Record<ChainId, ChainSettings>>
  /** Null where none is set: rails of that wallet are not configured. */
  readonly wallets: Readonly<Record<Wallet, Xpub | null>>
  readonly rates: 'live' | FixedRates
  readonly confirmations: ConfirmationOverrides
  readonly paymentWindowS: number
  /** Holds a password. Null in a demo that only keeps mail in its mailbox page. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Null: the game folder's. */
  readonly supportEmail: string | null
  readonly chatSrc: string | null
  readonly counters: 'true' | 'moving'
  readonly allowsSelfGrant: boolean
  /** A known captcha code for tests; null: random. */
  readonly captchaCode: string | null
  /** Null: the game folder's. */
  readonly launchAt: Date | null
}
