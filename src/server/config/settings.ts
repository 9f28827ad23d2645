import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { LogLevel } from '#server/runtime/log.ts'
import type { MemoryWord } from '#server/runtime/v8-memory.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { SoldAsset } from '#shared/assets.ts'
import type { ChainId, Wallet } from '#shared/chains.ts'
import type { Language } from '#shared/languages.ts'
import type { ChatFormat } from '#shared/webhooks-api.ts'
import type { UsdCents } from '#shared/money.ts'
import type { ConfirmationOverrides, Rail } from '#shared/rails.ts'
import type { FixedRates } from './fields.ts'

export type Profile = 'demo' | 'production'

/** How one chain is read. */
export interface ChainSettings {
  readonly chain: ChainId
  /** Whether the demo simulates the chain, since no node is set. */
  readonly isSimulated: boolean
  /** JSON-RPC endpoints, in order of preference. */
  readonly rpcUrls: readonly string[]
  /** Esplora endpoints: Bitcoin only, for shops without a node. */
  readonly esploraUrls: readonly string[]
  /** The expected answer to eth_chainId; null for Bitcoin. */
  readonly chainId: number | null
  /** The tokens to look for: those of all offered coins whose contract on the chain's network is known. */
  readonly tokens: readonly TokenSetting[]
  /** The API key for the chain's nodes; null if they use no such header or none is set. */
  readonly apiKey: string | null
}

/** A token's contract on the network that is read. */
interface TokenSetting {
  readonly asset: SoldAsset
  /** In the chain's own format. */
  readonly contract: string
}

/** Where and how the shop backs itself up. */
export interface BackupSettings {
  /** Where a backup is written every day, absolute; null: nowhere. */
  readonly folder: string | null
  /** The keys of 32 bytes: the first one encrypts, all of them decrypt. Empty: backups are not encrypted. */
  readonly keys: readonly Uint8Array[]
  /** The time of day in UTC, in minutes. */
  readonly atMinute: number
}

/** All settings of an operator, read and validated once at start. Frozen. */
export interface Settings {
  readonly profile: Profile
  readonly host: string
  /** 0 asks for any free port. */
  readonly port: number
  /** `'embedded'` or a postgres:// address, which holds a password. */
  readonly databaseUrl: string
  /** KEYHOLD_DATA, absolute. */
  readonly dataFolder: string
  /** The installation's secrets, 32 bytes each, the current one first; empty: they are in a file of the data folder. */
  readonly secrets: readonly Uint8Array[]
  readonly backups: BackupSettings
  /** Where what must outlive the machine is recorded: a folder, absolute, or a URL that takes PUT; null: nowhere. */
  readonly recordTo: string | null
  /** Absolute path of the game folder; null: the game that comes with the shop. */
  readonly gameFolder: string | null
  /** Origin of absolute URLs; null in a demo without the setting, which uses the address it listens at. */
  readonly publicUrl: string | null
  readonly allowsTest: boolean
  readonly trustedProxies: readonly string[]
  /** Multiplies the rate limits; `'off'` disables them. */
  readonly limitFactor: number | 'off'
  /** From this price on two nodes must agree, if two are set. */
  readonly quorumCents: UsdCents
  /** The value handed out within 24 hours on the word of a single node at most. */
  readonly singleNodeCents: UsdCents
  /** A node whose head is older than this lags; null: the chain's own limit, on public networks only. */
  readonly headMaxAgeS: number | null
  readonly logLevel: LogLevel
  readonly memory: MemoryWord
  readonly outputNetworks: OutputNetworks
  /** The rails on offer, in the order pages show them. */
  readonly rails: readonly Rail[]
  readonly chains: Readonly<Record<ChainId, ChainSettings>>
  /** Null if none is set: rails of that wallet are not configured. */
  readonly wallets: Readonly<Record<Wallet, Xpub | null>>
  readonly rates: 'live' | FixedRates
  readonly confirmations: ConfirmationOverrides
  readonly paymentWindowS: number
  /** Contains a password. Null in a demo that only shows mail on its mailbox page. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Null: the game folder's. */
  readonly supportEmail: string | null
  /** Where alerts are mailed to; null: to the owners, in a demo to nobody. */
  readonly alertEmail: string | null
  /** Of alerts to that address and to chats, and to owners who have not chosen one in the back office. */
  readonly alertLanguage: Language
  /** Requested every minute while the shop can sell; a secret. Null: nothing is requested. */
  readonly heartbeatUrl: string | null
  /** Where events are posted to, and the secret that signs them, unless it is a chat, whose address is the secret; null: only to what is set in the back office. */
  readonly webhook:
    | { readonly format: 'keyhold'; readonly url: string; readonly secret: string }
    | { readonly format: ChatFormat; readonly url: string }
    | null
  /** Whether webhooks may reach private networks, and http. */
  readonly allowsPrivateWebhooks: boolean
  /** What a request for `/metrics` must have; null: there is no such page. */
  readonly metricsToken: string | null
  /** The collector of OpenTelemetry that traces are sent to; null: none are made. */
  readonly tracesEndpoint: string | null
  /** Where weaknesses are reported to: an e-mail or https address. Null: the support address. */
  readonly securityContact: string | null
  /** Whether `/docs` and `/openapi.json` are served. */
  readonly hasApiDocs: boolean
  /** Whether buyers are asked on the order page where they live, for VAT. */
  readonly asksCountry: boolean
  /** The header by which the reverse proxy says in which country a client is, in lower case; null: none. */
  readonly countryHeader: string | null
  readonly chatSrc: string | null
  /** The origins whose pages may show the checkout in a frame; empty: none. */
  readonly embedOrigins: readonly string[]
  readonly counters: 'true' | 'moving'
  readonly allowsSelfGrant: boolean
  /** A known captcha code for tests; null: random. */
  readonly captchaCode: string | null
  /** Null: the game folder's. */
  readonly launchAt: Date | null
}
