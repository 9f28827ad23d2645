import type { ErrorCode, Failure } from '#shared/api.ts'
import type { Language } from '#shared/languages.ts'
import { deviceNowMs, recordServerDate } from './server-clock.ts'

/** The server's error codes, and two for calls without a usable reply. */
export type CallCode = ErrorCode | 'OFFLINE' | 'INVALID_REPLY'

export interface CallFailure {
  readonly kind: 'failed'
  readonly code: CallCode
  /** In English, for the console; pages show a text for the code instead. */
  readonly error: string
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  readonly retryAfterMs: number | null
  /** By which the shop's log knows the request; null if nothing of the shop answered. */
  readonly requestId: string | null
}
export type CallOutcome<Reply> = { readonly kind: 'ok'; readonly reply: Reply } | CallFailure

export interface CallOptions {
  readonly idempotencyKey?: string
  /** The page's language; the server prefers it to the cookie and the browser's setting. */
  readonly language?: Language
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

let carry = (init: RequestInit): RequestInit => init
let keep = (_headers: Headers): void => undefined

/** Where browsers keep no cookie: adds to each call what one would carry, and keeps what each reply gives. */
export function carryInstead(add: typeof carry, take: typeof keep): void {
  carry = add
  keep = take
}

/** Calls the shop's API: POST with a JSON body. Network and server failures are returned, never thrown. */
export function callShop<Reply>(
  path: string,
  body: object,
  options: CallOptions = {},
): Promise<CallOutcome<Reply>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
  if (options.language !== undefined) headers['content-language'] = options.language
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) }, options)
}

/** Reads from the shop's API: GET. */
export function readShop<Reply>(path: string, options: CallOptions = {}): Promise<CallOutcome<Reply>> {
  return send(path, { method: 'GET' }, options)
}

/** Calls the shop's API with another method or another kind of body. */
export function sendToShop<Reply>(
  path: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  options: CallOptions = {},
): Promise<CallOutcome<Reply>> {
  return send(path, init, options)
}

async function send<Reply>(
  path: string,
  init: RequestInit,
  options: CallOptions,
): Promise<CallOutcome<Reply>> {
  const signal = limit(options)
  const sentAtMs = deviceNowMs()
  let response: Response
  let text: string
  try {
    response = await fetch(path, { ...carry(init), signal, cache: 'no-store', credentials: 'same-origin' })
    text = await response.text()
  } catch (cause) {
    return failure('OFFLINE', cause instanceof Error ? cause.message : 'no answer', 0, null)
  }
  keep(response.headers)
  const dateHeader = response.headers.get('date')
  if (dateHeader !== null) recordServerDate({ dateHeader, sentAtMs, receivedAtMs: deviceNowMs() })
  return outcomeOf<Reply>(response, text)
}

function limit(options: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  return options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout])
}

function outcomeOf<Reply>(response: Response, text: string): CallOutcome<Reply> {
  const retryAfterMs = retryAfterOf(response)
  const reply = parse(text)
  if (isFailure(reply))
    return {
      ...failure(reply.code, reply.error, response.status, retryAfterMs),
      requestId: reply.requestId ?? null,
    }
  if (!response.ok) {
    const code = response.status >= 500 ? 'UNAVAILABLE' : 'INVALID_REPLY'
    return failure(code, `HTTP ${String(response.status)}`, response.status, retryAfterMs)
  }
  if (reply === undefined) {
    return failure('INVALID_REPLY', 'expected JSON, got something else', response.status, null)
  }
  return { kind: 'ok', reply: reply as Reply }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // A proxy's error page is not JSON: undefined reports that to the caller.
    return undefined
  }
}

function isFailure(reply: unknown): reply is Failure {
  if (typeof reply !== 'object' || reply === null) return false
  return 'success' in reply && reply.success === false && 'code' in reply && typeof reply.code === 'string'
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

function failure(code: CallCode, error: string, status: number, retryAfterMs: number | null): CallFailure {
  return { kind: 'failed', code, error, status, retryAfterMs, requestId: null }
}
