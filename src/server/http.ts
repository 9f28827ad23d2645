import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ErrorCode } from '#shared/api.ts'

/** The HTTP server as routes see it: schemas are zod's, and validate as well as type. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** A call that is refused; thrown in a route, it becomes `{ success: false, error, code }` in one place. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** For the Retry-After header, in seconds; null without one. */
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
 * Who is calling, as limits count: an IPv4 address, or the /64 an IPv6 address lies in (`'2001:db8:1:2::/64'`).
 * The forwarded header counts only where the caller is one of KEYHOLD_TRUST_PROXY: Fastify's `request.ip` sees to that.
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
