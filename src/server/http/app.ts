import { BlockList, isIP } from 'node:net'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ErrorCode } from '#shared/api.ts'

/** The HTTP server as routes see it: zod schemas validate requests and give their types. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  /** The `config` of a route. */
  interface FastifyContextConfig {
    /** Who may call it; see `restrictTo`. */
    readonly rule?: string
    /** Replaces the English message of a failure. */
    readonly wordFailure?: (code: ErrorCode, request: FastifyRequest) => string
  }
}

/** Rejects a call: thrown in a route, it becomes the reply `{ success: false, error, code }`. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** The Retry-After header in seconds; null without one. */
  readonly retryAfterS: number | null
  constructor(status: number, code: ErrorCode, message: string, options: { retryAfterS?: number } = {}) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.retryAfterS = options.retryAfterS ?? null
  }
}

/**
 * Identifies the client for rate limits: an IPv4 address, or the /64 network of an IPv6 address (`'2001:db8:1:2::/64'`).
 * The X-Forwarded-For header is used only from a proxy in KEYHOLD_TRUST_PROXY, which Fastify's `request.ip` ensures.
 */
export function clientOf(request: { readonly ip: string }): string {
  const address = request.ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return address.includes(':') ? `${networkOfIpv6(address)}::/64` : address
}

function networkOfIpv6(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const backWords = back.length + (back.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - backWords)
  const words = [...front, ...Array.from({ length: zeros }, () => '0'), ...back]
  return words
    .slice(0, 4)
    .map((word) => word.replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Identifies the client of a request that Fastify does not handle (a WebSocket's), by the rule of {@link clientOf}.
 *
 * @param trustedProxies addresses or ranges whose X-Forwarded-For header is trusted.
 */
export function rawClientOf(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedBy(trustedProxies)
  return (request) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
    const hops = forwarded
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => hop !== '')
    let ip = request.socket.remoteAddress ?? ''
    // from the nearest hop outwards, as long as each was named by a trusted proxy
    while (isTrusted(ip) && hops.length > 0) ip = hops.pop() ?? ip
    return clientOf({ ip })
  }
}

/** Whether an address is one of the trusted proxies, which are addresses or ranges. */
export function trustedBy(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) !== 0 && trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}
