import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { splitHosts } from '#server/db/split-hosts.ts'
import { CHAINS, OUTPUT_CHAINS } from '#shared/chains.ts'
import { esploraField, rpcField } from './field-names.ts'
import type { FieldName, Fields } from './fields.ts'
import { isPrivateHost } from './is-private-host.ts'
import type { Settings } from './settings.ts'

interface CheckedSettings {
  readonly settings: Settings
  readonly fields: Fields
}

/** The widest ranges of trusted proxies, in bits of the prefix: a provider's whole network. */
const PROXY_PREFIX_MIN = { ipv4: 8, ipv6: 32 } as const
/** Factors of the limits that a shop may need; outside them a limit is none, or keeps buyers out. */
const LIMIT_FACTOR_MIN = 0.1
const LIMIT_FACTOR_MAX = 50

/** Settings that are valid, and would send secrets unencrypted or switch a protection off. */
export function unsafeFaults(drafted: CheckedSettings): readonly string[] {
  return [
    ...publicUrlFaults(drafted),
    ...proxyFaults(drafted),
    ...limitFaults(drafted),
    ...mailFaults(drafted),
    ...databaseFaults(drafted),
    ...nodeFaults(drafted),
    ...heartbeatFaults(drafted),
    ...recordFaults(drafted),
  ]
}

function publicUrlFaults({ settings: { publicUrl } }: CheckedSettings): readonly string[] {
  if (publicUrl === null) return []
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || isPrivateHost(hostname)) return []
  return [
    'KEYHOLD_PUBLIC_URL: http would send keys and sessions unencrypted, use https with a reverse proxy for TLS',
  ]
}

function proxyFaults({ settings }: CheckedSettings): readonly string[] {
  const isTooWide = settings.trustedProxies.some((range) => {
    const [address = '', bits] = range.split('/')
    const least = isIP(address) === 6 ? PROXY_PREFIX_MIN.ipv6 : PROXY_PREFIX_MIN.ipv4
    return bits !== undefined && Number(bits) < least
  })
  if (!isTooWide) return []
  return [
    'KEYHOLD_TRUST_PROXY: a range wider than /8 (IPv4) or /32 (IPv6) lets strangers name their own address, ' +
      'name your proxies only',
  ]
}

function limitFaults({ settings: { limitFactor } }: CheckedSettings): readonly string[] {
  if (limitFactor === 'off' || (limitFactor >= LIMIT_FACTOR_MIN && limitFactor <= LIMIT_FACTOR_MAX)) return []
  return [
    `KEYHOLD_LIMITS: use a factor from ${String(LIMIT_FACTOR_MIN)} to ${String(LIMIT_FACTOR_MAX)}; ` +
      'below it buyers are kept out, above it nobody is limited',
  ]
}

function mailFaults({ settings: { smtpUrl } }: CheckedSettings): readonly string[] {
  if (smtpUrl === null) return []
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  if (isPrivateHost(hostname)) return []
  if (searchParams.get('tls.rejectUnauthorized') === 'false') {
    return [
      'KEYHOLD_SMTP_URL: TLS without a check of the certificate protects nothing, remove rejectUnauthorized',
    ]
  }
  if (protocol === 'smtps:' || searchParams.get('requireTLS') === 'true') return []
  return [
    'KEYHOLD_SMTP_URL: without TLS, keys and the password could be read on the way, use smtps:// or ?requireTLS=true',
  ]
}

/** Values of `sslmode` with which the driver connects by TLS only. */
const TLS_MODES = ['require', 'verify-ca', 'verify-full']

function databaseFaults({ settings: { databaseUrl } }: CheckedSettings): readonly string[] {
  if (databaseUrl === 'embedded' || (splitHosts(databaseUrl) ?? []).every(isPrivateOrEncrypted)) return []
  return ['DATABASE_URL: without TLS, everything could be read on the way, add ?sslmode=verify-full']
}

function isPrivateOrEncrypted(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  // the folder of a socket
  if (host.startsWith('/') || isPrivateHost(host)) return true
  return TLS_MODES.includes(searchParams.get('sslmode') ?? '') || searchParams.get('ssl') === 'true'
}

function nodeFaults({ fields }: CheckedSettings): readonly string[] {
  const names: readonly FieldName[] = [...CHAINS.map(rpcField), ...OUTPUT_CHAINS.map(esploraField)]
  return names.flatMap((name) => {
    const urls = fields[name]
    const isOpen =
      Array.isArray(urls) &&
      urls.some((text) => {
        const { protocol, hostname } = new URL(String(text))
        return protocol === 'http:' && !isPrivateHost(hostname)
      })
    return isOpen
      ? [`${name}: over http, answers about payments could be changed on the way, use https or a tunnel`]
      : []
  })
}

function heartbeatFaults({ settings: { heartbeatUrl } }: CheckedSettings): readonly string[] {
  return heartbeatUrl === null ? [] : openFaults('KEYHOLD_HEARTBEAT_URL', heartbeatUrl)
}

function recordFaults({ settings: { recordTo } }: CheckedSettings): readonly string[] {
  return recordTo === null || isAbsolute(recordTo) ? [] : openFaults('KEYHOLD_RECORD_TO', recordTo)
}

function openFaults(name: string, url: string): readonly string[] {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || isPrivateHost(hostname)) return []
  return [`${name}: over http its secret could be read on the way, use https`]
}
