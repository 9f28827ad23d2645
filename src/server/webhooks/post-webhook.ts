import { lookup, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import * as z from 'zod'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './is-public-address.ts'

/** The outcome of a request: a status of HTTP, or why there is none, in a word that names no address. */
export type PostAnswer =
  | {
      readonly kind: 'status'
      readonly status: number
      /** How long the receiver asks to be left alone; null if it does not say. */
      readonly retryAfterS: number | null
    }
  | { readonly kind: 'failed'; readonly reason: string }

export interface PostOptions {
  /** Whether the machine's own network may be reached. */
  readonly allowsPrivate: boolean
  readonly withinMs?: number
  readonly stop?: AbortSignal | undefined
}

const WITHIN_MS = 10_000

/** The name belongs to an address of a private network. */
class PrivateAddressError extends Error {
  readonly code = 'private address'
}

/**
 * Posts a body once. The address that is connected to is the one that was checked: a name cannot change in between.
 * Redirects are not followed. The body of a reply is read only if there were too many requests: it may say how long to wait.
 */
export function postWebhook(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowsPrivate, withinMs = WITHIN_MS, stop }: PostOptions,
): Promise<PostAnswer> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.resolve({ kind: 'failed', reason: 'private address' })
  const { request } = target.protocol === 'https:' ? https : http
  const timeout = AbortSignal.timeout(withinMs)
  return new Promise((resolve) => {
    const sent = request(
      target,
      {
        method: 'POST',
        agent: false,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Keyhold',
        },
        lookup: allowsPrivate ? lookup : lookUpPublic,
        signal: stop === undefined ? timeout : AbortSignal.any([timeout, stop]),
      },
      (response) => {
        const status = response.statusCode ?? 0
        if (status !== 429) {
          resolve({ kind: 'status', status, retryAfterS: null })
          response.destroy()
          return
        }
        const finish = (body: string) => {
          const retryAfterS = readRetryAfter(response.headers['retry-after'], body)
          resolve({ kind: 'status', status, retryAfterS })
          response.destroy()
        }
        readStart(response).then(finish, () => {
          finish('')
        })
      },
    )
    sent.on('error', (error) => {
      resolve({ kind: 'failed', reason: timeout.aborted ? 'timeout' : codeOf(error) })
    })
    sent.end(body)
  })
}

const BODY_MAX = 10_000

async function readStart(response: http.IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) {
    body += String(chunk)
    if (body.length > BODY_MAX) break
  }
  return body
}

/** Longer is not waited for. */
const RETRY_AFTER_MAX_S = 3600
const TooManyRequests = z.union([
  // Telegram
  z.object({ parameters: z.object({ retry_after: z.number() }) }).transform((body) => body.parameters),
  // Discord
  z.object({ retry_after: z.number() }),
])

/** Slack says it in the header, Discord and Telegram say it in JSON, each in seconds. */
function readRetryAfter(header: string | undefined, body: string): number | null {
  const stated = Number(header ?? retryAfterIn(body))
  return Number.isFinite(stated) && stated > 0 ? Math.min(Math.ceil(stated), RETRY_AFTER_MAX_S) : null
}

function retryAfterIn(body: string): number | undefined {
  try {
    return TooManyRequests.safeParse(JSON.parse(body)).data?.retry_after
  } catch {
    return undefined // not JSON: it says nothing
  }
}

/** Like `dns.lookup`, and fails if any address of the name is not public. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) {
      callback(error, '', 0)
      return
    }
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new PrivateAddressError('the name belongs to a private address'), '', 0)
      return
    }
    if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
