import { lookup, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './is-public-address.ts'

/** The outcome of a request: a status of HTTP, or why there is none, in a word that names no address. */
export type PostAnswer =
  { readonly kind: 'status'; readonly status: number } | { readonly kind: 'failed'; readonly reason: string }

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
 * Redirects are not followed, and the body of the reply is not read.
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
        resolve({ kind: 'status', status: response.statusCode ?? 0 })
        response.destroy()
      },
    )
    sent.on('error', (error) => {
      resolve({ kind: 'failed', reason: timeout.aborted ? 'timeout' : codeOf(error) })
    })
    sent.end(body)
  })
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
