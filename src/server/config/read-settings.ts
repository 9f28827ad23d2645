import { resolve } from 'node:path'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { containsPrivateMaterial } from '#server/chain/addresses/private-material.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import { PAYMENT_WINDOW_S } from '#shared/constants.ts'
import { usdCents, parseRate } from '#shared/money.ts'
import {
  CHAIN_TABLE,
  type Wallet,
  forEachChain,
  forEachOutputWallet,
  isKeyedChain,
  isOutputChain,
  WALLETS,
  type EvmChainId,
  type OutputChainId,
} from '#shared/chains.ts'
import { offeredRails, RAILS, type Rail } from '#shared/rails.ts'
import { contractOf, quotingOf, SOLD_ASSETS, tokensOn, type SoldAsset } from '#shared/assets.ts'
import { FIELD_NAMES, FIELDS, type FieldName, type Fields, type FixedRates } from './fields.ts'
import { apiKeyField, chainIdField, esploraField, networkField, rpcField, xpubField } from './field-names.ts'
import { profileFaults } from './profile-rules.ts'
import type { ChainSettings, Profile, Settings } from './settings.ts'

export type SettingsOutcome =
  | { readonly kind: 'settings'; readonly settings: Settings }
  /**
   * All faults, one sentence each; none repeats a value. `rest` is the settings without the invalid ones, for further
   * checks only, not for running the shop; null if private key material was found.
   */
  | { readonly kind: 'faults'; readonly faults: readonly string[]; readonly rest: Settings | null }

export type Environment = Readonly<Record<string, string | undefined>>

/** Currencies that a demo may sell in without a setting, in dollars. */
const DEMO_CURRENCIES = {
  EUR: '1.08',
  GBP: '1.27',
  JPY: '0.0067',
  BRL: '0.18',
  PLN: '0.25',
  CHF: '1.12',
  CNY: '0.14',
}
const DEMO_RATES: FixedRates = Object.fromEntries([
  ...SOLD_ASSETS.map((asset) => [asset, parseRate(quotingOf(asset).demoRate)] as const),
  ...Object.entries(DEMO_CURRENCIES).map(([currency, rate]) => [currency, parseRate(rate)] as const),
])
const DEMO_LIMIT_FACTOR = 20
const QUORUM_CENTS = usdCents(1500_00)
/** 03:00 UTC. */
const BACKUP_MINUTE = 3 * 60
const SINGLE_NODE_CENTS = usdCents(10_000_00)

/** Reads and validates all settings. An empty variable counts as unset. */
export function readSettings(environment: Environment): SettingsOutcome {
  const raw = new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value.trim() === '' ? [] : [[name, value.trim()] as const],
    ),
  )
  const secrets = privateMaterialFaults(raw)
  // other faults could quote text next to a secret, so only these are reported
  if (secrets.length > 0) return { kind: 'faults', faults: secrets, rest: null }
  const { fields, faults } = readFields(raw)
  const profile = fields.KEYHOLD_PROFILE ?? 'demo'
  const isSet = (name: FieldName) => raw.has(name)
  const wallets = readWallets(fields, profile, isSet)
  const settings = assemble(fields, profile, wallets.wallets)
  const all = [
    ...unknownNames(raw),
    ...faults,
    ...wallets.faults,
    ...profileFaults({ settings, fields, isSet }),
  ]
  return all.length > 0 ? { kind: 'faults', faults: all, rest: settings } : { kind: 'settings', settings }
}

function privateMaterialFaults(raw: ReadonlyMap<string, string>): readonly string[] {
  const names = [...raw.keys()].filter(isOurs)
  return names
    .filter((name) => containsPrivateMaterial(raw.get(name) ?? ''))
    .map(
      (name) =>
        `${name} holds private key material or seed words. Keyhold never needs them and refuses to start with them: ` +
        'remove them, treat them as known to others, and give extended public keys only',
    )
}

function isOurs(name: string): boolean {
  return name.startsWith('KEYHOLD_') || (FIELD_NAMES as readonly string[]).includes(name)
}

function unknownNames(raw: ReadonlyMap<string, string>): readonly string[] {
  return [...raw.keys()]
    .filter((name) => name.startsWith('KEYHOLD_') && !(FIELD_NAMES as readonly string[]).includes(name))
    .map((name) => `${name} is not a setting; .env.example lists them all`)
}

function readFields(raw: ReadonlyMap<string, string>): { fields: Fields; faults: readonly string[] } {
  const fields = new Map<FieldName, unknown>()
  const faults: string[] = []
  for (const name of FIELD_NAMES) {
    const text = raw.get(name)
    if (text === undefined) continue
    const result = FIELDS[name].safeParse(text)
    if (result.success) fields.set(name, result.data)
    else faults.push(`${name}: ${result.error.issues[0]?.message ?? 'not understood'}`)
  }
  return { fields: Object.fromEntries(fields), faults }
}

type Wallets = Record<Wallet, Xpub | null>

function readWallets(
  fields: Fields,
  profile: Profile,
  isSet: (name: FieldName) => boolean,
): { wallets: Wallets; faults: readonly string[] } {
  const wallets = Object.fromEntries(WALLETS.map((wallet) => [wallet, null])) as unknown as Wallets
  const faults: string[] = []
  for (const wallet of WALLETS) {
    const name = xpubField(wallet)
    const text = fields[name] ?? (profile === 'demo' ? DEMO_XPUBS[wallet] : null)
    if (text === null) continue
    const parsed = parseXpub(text, { wallet, outputNetworks: outputNetworksOf(fields, profile) })
    if (parsed.kind === 'xpub') wallets[wallet] = parsed.xpub
    else if (isSet(name)) faults.push(`${name}: ${parsed.message}`)
  }
  return { wallets, faults: [...faults, ...sharedXpubFaults(wallets)] }
}

/** With one key for two wallets, its addresses would be counted twice, and each wallet would show only half of them. */
function sharedXpubFaults(wallets: Wallets): readonly string[] {
  const set = Object.values(wallets).filter((xpub) => xpub !== null)
  return set.flatMap((xpub, index) =>
    set
      .slice(0, index)
      .filter((other) => other.fingerprint === xpub.fingerprint)
      .map(
        (other) =>
          `${xpubField(xpub.wallet)} is the same key as ${xpubField(other.wallet)}; export an account of its own for each`,
      ),
  )
}

function outputNetworksOf(fields: Fields, profile: Profile): OutputNetworks {
  return forEachOutputWallet(
    (wallet) => fields[networkField(wallet)] ?? (profile === 'demo' ? 'regtest' : 'mainnet'),
  )
}

function assemble(fields: Fields, profile: Profile, wallets: Wallets): Settings {
  const isDemo = profile === 'demo'
  const rails = offeredRails(fields.KEYHOLD_EXTRA_RAILS ?? [], fields.KEYHOLD_RAILS)
  return Object.freeze({
    profile,
    host: fields.HOST ?? '127.0.0.1',
    port: fields.PORT ?? 8080,
    databaseUrl: fields.DATABASE_URL ?? 'embedded',
    dataFolder: resolve(fields.KEYHOLD_DATA ?? './data'),
    secrets: Object.freeze(fields.KEYHOLD_SECRET ?? []),
    backups: Object.freeze({
      folder: fields.KEYHOLD_BACKUP_DIR === undefined ? null : resolve(fields.KEYHOLD_BACKUP_DIR),
      keys: Object.freeze(fields.KEYHOLD_BACKUP_KEY ?? []),
      atMinute: fields.KEYHOLD_BACKUP_TIME ?? BACKUP_MINUTE,
    }),
    recordTo:
      fields.KEYHOLD_RECORD_TO ??
      (fields.KEYHOLD_BACKUP_DIR === undefined ? null : resolve(fields.KEYHOLD_BACKUP_DIR)),
    gameFolder: fields.KEYHOLD_GAME === undefined ? null : resolve(fields.KEYHOLD_GAME),
    publicUrl: fields.KEYHOLD_PUBLIC_URL ?? null,
    allowsTest: fields.KEYHOLD_ALLOW_TEST ?? false,
    trustedProxies: Object.freeze(fields.KEYHOLD_TRUST_PROXY ?? []),
    limitFactor: fields.KEYHOLD_LIMITS ?? (isDemo ? DEMO_LIMIT_FACTOR : 1),
    quorumCents: fields.KEYHOLD_QUORUM_USD ?? QUORUM_CENTS,
    singleNodeCents: fields.KEYHOLD_SINGLE_NODE_USD ?? SINGLE_NODE_CENTS,
    headMaxAgeS: fields.KEYHOLD_HEAD_MAX_AGE_S ?? null,
    logLevel: fields.KEYHOLD_LOG ?? (isDemo ? 'warn' : 'info'),
    memory: fields.KEYHOLD_MEMORY ?? 'small',
    outputNetworks: outputNetworksOf(fields, profile),
    rails,
    chains: Object.freeze(
      forEachChain((chain) =>
        isOutputChain(chain)
          ? outputSettings(fields, chain, rails, isDemo)
          : evmSettings(fields, chain, rails, isDemo),
      ),
    ),
    wallets: Object.freeze(wallets),
    rates: fields.KEYHOLD_RATES ?? (isDemo ? DEMO_RATES : 'live'),
    confirmations: fields.KEYHOLD_CONFIRMATIONS ?? new Map(),
    paymentWindowS: fields.KEYHOLD_PAYMENT_WINDOW_S ?? PAYMENT_WINDOW_S,
    smtpUrl: fields.KEYHOLD_SMTP_URL ?? null,
    mailFrom: fields.KEYHOLD_MAIL_FROM ?? 'Keyhold demo <shop@keyhold.example>',
    supportEmail: fields.KEYHOLD_SUPPORT_EMAIL ?? null,
    alertEmail: fields.KEYHOLD_ALERT_EMAIL ?? null,
    alertLanguage: fields.KEYHOLD_ALERT_LANGUAGE ?? 'en',
    heartbeatUrl: fields.KEYHOLD_HEARTBEAT_URL ?? null,
    webhook: webhookSettings(fields),
    allowsPrivateWebhooks: fields.KEYHOLD_WEBHOOK_ALLOW_PRIVATE ?? false,
    metricsToken: fields.KEYHOLD_METRICS_TOKEN ?? null,
    tracesEndpoint: fields.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    securityContact: fields.KEYHOLD_SECURITY_CONTACT ?? null,
    hasApiDocs: fields.KEYHOLD_API_DOCS ?? true,
    asksCountry: fields.KEYHOLD_ASK_COUNTRY ?? false,
    countryHeader: fields.KEYHOLD_COUNTRY_HEADER ?? null,
    chatSrc: fields.KEYHOLD_CHAT_SRC ?? null,
    embedOrigins: fields.KEYHOLD_EMBED_ORIGINS ?? [],
    counters: fields.KEYHOLD_COUNTERS ?? (isDemo ? 'moving' : 'true'),
    allowsSelfGrant: fields.KEYHOLD_SELF_GRANT ?? isDemo,
    captchaCode: fields.KEYHOLD_CAPTCHA_CODE ?? null,
    launchAt: fields.KEYHOLD_LAUNCH_AT ?? null,
  })
}

/** Without the other, profileFaults reports the one that is set. */
function webhookSettings({
  KEYHOLD_WEBHOOK_URL: url,
  KEYHOLD_WEBHOOK_SECRET: secret,
  KEYHOLD_WEBHOOK_FORMAT: format = 'keyhold',
}: Fields): Settings['webhook'] {
  if (url === undefined) return null
  if (format !== 'keyhold') return { format, url }
  return secret === undefined ? null : { format, url, secret }
}

function outputSettings(
  fields: Fields,
  chain: OutputChainId,
  rails: readonly Rail[],
  isDemo: boolean,
): ChainSettings {
  const rpcUrls = fields[rpcField(chain)] ?? []
  const esploraUrls = fields[esploraField(chain)] ?? []
  const isOffered = rails.some((rail) => rail.chain === chain)
  const isSimulated = isDemo && isOffered && rpcUrls.length + esploraUrls.length === 0
  return Object.freeze({
    chain,
    isSimulated,
    rpcUrls,
    esploraUrls,
    chainId: null,
    tokens: [],
    apiKey: null,
  })
}

function evmSettings(
  fields: Fields,
  chain: EvmChainId,
  rails: readonly Rail[],
  isDemo: boolean,
): ChainSettings {
  const rpcUrls = fields[rpcField(chain)] ?? []
  const { mainnetChainId } = CHAIN_TABLE[chain]
  const isOffered = rails.some((rail) => rail.chain === chain)
  const isSimulated = isDemo && isOffered && rpcUrls.length === 0
  const chainId = fields[chainIdField(chain)] ?? (isDemo ? null : mainnetChainId)
  const hasKnownContracts = isSimulated || chainId === mainnetChainId
  return Object.freeze({
    chain,
    isSimulated,
    rpcUrls,
    esploraUrls: [],
    chainId,
    tokens: tokensOn(chain)
      .filter((asset) => rails.some((rail) => rail.asset === asset))
      .flatMap((asset) => {
        const contract =
          contractSetIn(fields, chain, asset) ??
          (hasKnownContracts ? (contractOf(chain, asset)?.address ?? null) : null)
        return contract === null ? [] : [{ asset, contract }]
      }),
    apiKey: isKeyedChain(chain) ? (fields[apiKeyField(chain)] ?? null) : null,
  })
}

/** The contract in the settings; null if none is set, and for tokens without a rail on the chain. */
function contractSetIn(fields: Fields, chain: EvmChainId, asset: SoldAsset): string | null {
  const rail = RAILS.find((one) => one.chain === chain && one.asset === asset)
  const name = rail?.contractSetting ?? null
  return name === null ? null : (fields[name] ?? null)
}
