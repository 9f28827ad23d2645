import { USD } from '#shared/currency.ts'
import { CURRENCIES } from '#shared/currency-codes.ts'
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { hasValidChecksum } from '#server/chain/addresses/has-valid-checksum.ts'
import { parseSecret } from '#server/secrets/secret-file.ts'
import { LOG_LEVELS } from '#server/runtime/log.ts'
import { MEMORY_WORDS } from '#server/runtime/v8-memory.ts'
import { splitHosts } from '#server/db/split-hosts.ts'
import { networksAll, networksOfWallet, type OutputNetwork } from '#shared/address-form.ts'
import { CAPTCHA_LENGTH, EMAIL_MAX } from '#shared/constants.ts'
import { WEBHOOK_FORMATS } from '#shared/webhooks-api.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { type UsdCents, centsFromNumber, parseRate, type Rate } from '#shared/money.ts'
import {
  RAILS,
  type Rail,
  type ConfirmationOverrides,
  type ContractSetting,
  EXTRA_NETWORKS,
  NETWORKS,
} from '#shared/rails.ts'
import { SOLD_ASSETS } from '#shared/assets.ts'
import { CHAINS, EVM_CHAINS, OUTPUT_CHAINS, OUTPUT_WALLETS, WALLETS, isKeyedChain } from '#shared/chains.ts'
import { apiKeyField, chainIdField, esploraField, networkField, rpcField, xpubField } from './field-names.ts'
import { isLoopback } from './is-loopback.ts'
import { readEmbedOrigins } from './embed-origins.ts'

/** A table of fixed rates; profileFaults reports an offered asset without a rate. */
export type FixedRates = Readonly<Record<string, Rate>>
const wholeNumber = (from: number, to: number, unit = '') =>
  checked(`a whole number${unit} from ${String(from)} to ${String(to)}`, (text) => {
    const value = Number(text)
    return /^\d{1,15}$/.test(text) && value >= from && value <= to ? value : null
  })

const dollars = (example: number) =>
  checked(`dollars such as ${String(example)}`, (text) =>
    /^\d{1,9}(\.\d{1,2})?$/.test(text) ? (centsFromNumber(Number(text), USD) as UsdCents | null) : null,
  )

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  checked(
    `one of ${words.join(', ')}`,
    (text) => words.find((word): word is Words[number] => word === text) ?? null,
  )

const yesNo = oneOf(['true', 'false'] as const).transform((word) => word === 'true')

const commaList = <T>(what: string, read: (item: string) => T | null) =>
  checked(`${what}, parted by commas, each once`, (text) => {
    const items = text.split(',').map((item) => item.trim())
    if (new Set(items).size !== items.length) return null
    const values = items.map(read)
    return values.every((value): value is NonNullable<T> & T => value !== null) ? values : null
  })

const nodeUrls = commaList(
  'http or https addresses such as http://user:password@host:port',
  (item) => urlWith(item, ['http:', 'https:'])?.href ?? null,
)

const contract = (rail: Rail) =>
  checked(`the address of the ${rail.asset} contract, with a valid checksum`, (text) =>
    hasValidChecksum(rail.network, text, networksAll('mainnet')) ? text : null,
  )

/** The same kind of field under each name. */
function fieldsNamed<Name extends string, Field>(
  names: readonly Name[],
  field: Field,
): Readonly<Record<Name, Field>> {
  return Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>
}

/**
 * All settings by the name of their environment variable, with their format. Unset and empty variables are ignored.
 * Messages state what is expected and never repeat the value, which may be a secret.
 */
export const FIELDS = {
  PORT: wholeNumber(0, 65535),
  HOST: checked('a host name or address without a port', (text) =>
    /^[a-z0-9.:_-]+$/i.test(text) ? text : null,
  ),
  DATABASE_URL: checked(
    'postgres://user:password@host:port/database, with several hosts host:port,host:port, or the word embedded',
    (text) => (text === 'embedded' || splitHosts(text) !== null ? text : null),
  ),
  KEYHOLD_PROFILE: oneOf(['demo', 'production']),
  KEYHOLD_ALLOW_TEST: yesNo,
  KEYHOLD_DEMO_PUBLIC: yesNo,
  KEYHOLD_TRUST_PROXY: commaList('addresses such as 127.0.0.1 or ranges such as 10.0.0.0/8', (item) =>
    isAddressRange(item) ? item : null,
  ),
  KEYHOLD_LIMITS: checked('a factor above 0 such as 1 or 20, or the word off', (text) => {
    if (text === 'off') return 'off' as const
    const factor = Number(text)
    return factor > 0 && factor <= 1_000_000 ? factor : null
  }),
  KEYHOLD_QUORUM_USD: dollars(1500),
  KEYHOLD_SINGLE_NODE_USD: dollars(10_000),
  KEYHOLD_HEAD_MAX_AGE_S: wholeNumber(1, 86_400, ' of seconds'),
  KEYHOLD_DATA: z.string(),
  KEYHOLD_SECRET: commaList(
    '32 random bytes in base64, as `openssl rand -base64 32` prints them',
    parseSecret,
  ),
  KEYHOLD_BACKUP_DIR: z.string(),
  KEYHOLD_BACKUP_KEY: commaList(
    '32 random bytes in base64, as `openssl rand -base64 32` prints them',
    parseSecret,
  ),
  KEYHOLD_RECORD_TO: checked('an absolute folder, or an http or https address', (text) =>
    isAbsolute(text) ? text : (urlWith(text, ['http:', 'https:'])?.href ?? null),
  ),
  KEYHOLD_BACKUP_TIME: checked('a time of day in UTC such as 03:00', (text) => {
    const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
    return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
  }),
  KEYHOLD_GAME: z.string(),
  KEYHOLD_PUBLIC_URL: checked(
    'http or https, a host and nothing behind it, such as https://shop.example',
    (text) => {
      const url = urlWith(text, ['http:', 'https:'])
      const isBare =
        url !== null && url.pathname === '/' && url.search + url.hash + url.username + url.password === ''
      return isBare ? url.origin : null
    },
  ),
  KEYHOLD_LOG: oneOf(LOG_LEVELS),
  KEYHOLD_MEMORY: oneOf(MEMORY_WORDS),
  ...fieldsNamed(CHAINS.map(rpcField), nodeUrls),
  ...fieldsNamed(OUTPUT_CHAINS.map(esploraField), nodeUrls),
  ...(Object.fromEntries(
    OUTPUT_WALLETS.map((wallet) => [networkField(wallet), oneOf(networksOfWallet(wallet))]),
  ) as Record<ReturnType<typeof networkField>, ReturnType<typeof oneOf<readonly OutputNetwork[]>>>),
  ...fieldsNamed(EVM_CHAINS.filter(isKeyedChain).map(apiKeyField), z.string()),
  ...fieldsNamed(WALLETS.map(xpubField), z.string()),
  ...fieldsNamed(EVM_CHAINS.map(chainIdField), wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  ...(Object.fromEntries(
    RAILS.flatMap((rail) => (rail.contractSetting === null ? [] : [[rail.contractSetting, contract(rail)]])),
  ) as Record<ContractSetting, ReturnType<typeof contract>>),
  KEYHOLD_RAILS: commaList(
    `names from ${NETWORKS.join(', ')}`,
    (item) => NETWORKS.find((network) => network === item) ?? null,
  ),
  KEYHOLD_EXTRA_RAILS: commaList(
    `names from ${EXTRA_NETWORKS.join(', ')}`,
    (item) => EXTRA_NETWORKS.find((network) => network === item) ?? null,
  ),
  KEYHOLD_RATES: checked('live, or a table such as fixed:BTC=60000,ETH=3000,USDT=1,EUR=1.08', readRates),
  KEYHOLD_CONFIRMATIONS: checked(
    'numbers from 0 to 1000 by rail such as BTC=1,ETH=2,ERC20=2,BEP20=2,TRC20=2',
    readConfirmations,
  ),
  KEYHOLD_PAYMENT_WINDOW_S: wholeNumber(1, 86_400, ' of seconds'),
  KEYHOLD_SMTP_URL: checked('smtp://user:password@host:port or smtps://…', (text) =>
    urlWith(text, ['smtp:', 'smtps:']) === null ? null : text,
  ),
  KEYHOLD_MAIL_FROM: checked('an e-mail address, or a name and an address in angle brackets', (text) =>
    isMailbox(text) ? text : null,
  ),
  KEYHOLD_SUPPORT_EMAIL: checked('an e-mail address', (text) => (isEmail(text) ? text : null)),
  KEYHOLD_ALERT_EMAIL: checked('an e-mail address', (text) => (isEmail(text) ? text : null)),
  KEYHOLD_ALERT_LANGUAGE: oneOf(LANGUAGES),
  KEYHOLD_HEARTBEAT_URL: checked(
    'an http or https address',
    (text) => urlWith(text, ['http:', 'https:'])?.href ?? null,
  ),
  KEYHOLD_WEBHOOK_URL: checked('an https address without user and password', (text) => {
    const url = urlWith(text, ['http:', 'https:'])
    return url === null || url.username + url.password !== '' ? null : url.href
  }),
  KEYHOLD_WEBHOOK_FORMAT: oneOf(WEBHOOK_FORMATS),
  KEYHOLD_WEBHOOK_SECRET: checked(
    'whsec_ and 24 to 64 bytes in base64, as `echo whsec_$(openssl rand -base64 32)` prints them',
    (text) => {
      const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64')
      const isExact = text === `whsec_${bytes.toString('base64')}`
      return isExact && bytes.length >= 24 && bytes.length <= 64 ? text : null
    },
  ),
  KEYHOLD_WEBHOOK_ALLOW_PRIVATE: yesNo,
  KEYHOLD_METRICS_TOKEN: checked('16 to 200 letters, digits or any of ._~+/=-', (text) =>
    /^[\w.~+/=-]{16,200}$/.test(text) ? text : null,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: checked(
    'an http or https address such as http://127.0.0.1:4318',
    (text) => urlWith(text, ['http:', 'https:'])?.href ?? null,
  ),
  KEYHOLD_SECURITY_CONTACT: checked('an e-mail address, or an https address', (text) =>
    isEmail(text) || urlWith(text, ['https:']) !== null ? text : null,
  ),
  KEYHOLD_API_DOCS: yesNo,
  KEYHOLD_ASK_COUNTRY: yesNo,
  KEYHOLD_COUNTRY_HEADER: checked('the name of a header such as cf-ipcountry', (text) =>
    /^[A-Za-z][A-Za-z0-9-]{1,60}$/.test(text) ? text.toLowerCase() : null,
  ),
  KEYHOLD_CHAT_SRC: checked('the https address of the chat script', (text) => {
    const url = urlWith(text, ['https:', 'http:'])
    if (url === null || url.username + url.password !== '') return null
    // its origin becomes part of a Content-Security-Policy, where `;` ends a directive and `*` matches any name
    if (!/^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) return null
    return url.protocol === 'https:' || isLoopback(url.hostname) ? url.href : null
  }),
  KEYHOLD_EMBED_ORIGINS: readEmbedOrigins,
  KEYHOLD_COUNTERS: oneOf(['true', 'moving']),
  KEYHOLD_SELF_GRANT: yesNo,
  KEYHOLD_CAPTCHA_CODE: checked(`${String(CAPTCHA_LENGTH)} letters A to Z and digits`, (text) =>
    text.length === CAPTCHA_LENGTH && /^[a-z0-9]+$/i.test(text) ? text.toUpperCase() : null,
  ),
  KEYHOLD_LAUNCH_AT: z.iso
    .datetime({ offset: true, error: 'expected a time with its zone such as 2025-10-18T23:59:59Z' })
    .transform((text) => new Date(text)),
} as const

export type FieldName = keyof typeof FIELDS
/** The parsed settings; a variable that is unset, empty or invalid is missing. */
export type Fields = { readonly [Name in FieldName]?: z.output<(typeof FIELDS)[Name]> }

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

/** A text that `read` parses; null from `read` means that the text is invalid. */
function checked<T>(expected: string, read: (text: string) => T | null) {
  return z.string().transform((text, context): T => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message: `expected ${expected}` })
    return z.NEVER
  })
}

function urlWith(text: string, protocols: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '' ? url : null
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function readRates(text: string): 'live' | FixedRates | null {
  if (text === 'live') return text
  const table = /^fixed:(.+)$/.exec(text)?.[1]
  const rates = table === undefined ? null : readTable(table, [...SOLD_ASSETS, ...CURRENCIES], readRate)
  return rates === null ? null : Object.fromEntries(rates)
}

function readRate(text: string): Rate | null {
  if (!/^\d{1,12}(\.\d{1,8})?$/.test(text)) return null
  const rate = parseRate(text)
  return rate > 0n ? rate : null
}

function readConfirmations(text: string): ConfirmationOverrides | null {
  const words = RAILS.map((rail) => rail.setting)
  return readTable(text, words, (item) =>
    /^\d{1,4}$/.test(item) && Number(item) <= 1000 ? Number(item) : null,
  )
}

/** Parses `A=1,B=2` with names from a list, each at most once; null for anything else. */
function readTable<Word extends string, T>(
  text: string,
  words: readonly Word[],
  read: (value: string) => T | null,
): ReadonlyMap<Word, T> | null {
  const table = new Map<Word, T>()
  for (const item of text.split(',')) {
    const [name = '', value = ''] = item.split('=').map((part) => part.trim())
    const word = words.find((known) => known === name.toUpperCase())
    const read_ = read(value)
    if (word === undefined || read_ === null || table.has(word)) return null
    table.set(word, read_)
  }
  return table
}

function isEmail(text: string): boolean {
  return z.email().max(EMAIL_MAX).safeParse(text).success
}

function isMailbox(text: string): boolean {
  const named = /^[^<>\r\n"]*<([^<>]+)>$/.exec(text)
  return isEmail(named?.[1] ?? text)
}
