import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { trustedBy } from './app.ts'

/** The header with the id of a request, of a trusted proxy's and of every reply. */
export const REQUEST_ID = 'x-request-id'

/** The ids that nginx, HAProxy, Caddy and others make. */
const FORM = /^[\w.-]{8,64}$/

/** Short enough for a buyer to copy. Node makes random UUIDs in advance, many at once. */
export function newRequestId(): string {
  const uuid = randomUUID()
  return uuid.slice(19, 23) + uuid.slice(24)
}

/** Creates what finds the id of a request: that of a trusted proxy, or else a new one. */
export function createRequestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedBy(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID]
    if (given === undefined || typeof given !== 'string' || !FORM.test(given)) return newRequestId()
    return isTrusted(socket.remoteAddress ?? '') ? given : newRequestId()
  }
}
