/** How a node failed. Never carries a URL: node keys live in paths and user names. */
export type NodeFaultKind =
  /** No answer: refused or broken connection, 4xx, 5xx. */
  | 'down'
  /** No whole answer within the timeout. */
  | 'slow'
  /** It asks for a pause: 402, 403, 429. */
  | 'limited'
  /** The answer was larger than we read. */
  | 'oversized'
  /** A JSON-RPC error object; whether that is a fault or an answer depends on `code` and the method. */
  | 'refused'
  /** No JSON, or of another shape than the protocol's. */
  | 'malformed'

/** Thrown by {@link JsonRpc.call}. `nodeMessage` is the node's own text: match it, but do not log it. */
export class NodeFault extends Error {
  readonly kind: NodeFaultKind
  /** HTTP status, null where none came. */
  readonly status: number | null
  /** JSON-RPC error code, null where none came. */
  readonly code: number | null
  readonly nodeMessage: string
  /** From Retry-After, in ms; null without one. */
  readonly retryAfterMs: number | null
  constructor(
    kind: NodeFaultKind,
    message: string,
    facts: { status?: number; code?: number; nodeMessage?: string; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.name = 'NodeFault'
    this.kind = kind
    this.status = facts.status ?? null
    this.code = facts.code ?? null
    this.nodeMessage = facts.nodeMessage ?? ''
    this.retryAfterMs = facts.retryAfterMs ?? null
  }
}

export interface JsonRpcOptions {
  /** `http(s)://user:pass@host:port/path`; user and password become a Basic header, as fetch wants it. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Of a whole call, body included. Default 15,000. */
  readonly timeoutMs?: number
  /** Of a decompressed answer. Default 64 MiB. */
  readonly maxResponseBytes?: number
  /** Turns the body's text into a value; for those who need the digits of numbers. Default JSON.parse. */
  readonly parse?: (text: string) => unknown
  readonly fetch?: typeof globalThis.fetch
}

/** One node that speaks JSON-RPC over HTTP. */
export interface JsonRpc {
  /**
   * @returns the `result` member, unchecked: its shape is the caller's to prove.
   * @throws {NodeFault}
   */
  call(method: string, params: readonly unknown[], options?: { timeoutMs?: number }): Promise<unknown>
  /**
   * Calls one method many times in one request, for nodes known to take batches (bitcoind does).
   *
   * @returns an answer for every member of `paramsList`, in its order; a refusal is an answer here.
   * @throws {NodeFault} where the request as a whole fails.
   */
  batch(
    method: string,
    paramsList: readonly (readonly unknown[])[],
    options?: { timeoutMs?: number },
  ): Promise<readonly BatchAnswer[]>
}

/** One answer of a batch: the `result` member, unchecked, or the code of the node's refusal. */
type BatchAnswer =
  { readonly kind: 'result'; readonly result: unknown } | { readonly kind: 'refused'; readonly code: number }

const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024 * 1024
/** What an idle connection that the node has just closed looks like; asking once more is right, for reads. */
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * A JSON-RPC client over fetch: timeout, size limit, typed faults, no secrets in messages.
 *
 * @throws {RangeError} if the url is none; the message does not quote it.
 */
export function createJsonRpc(options: JsonRpcOptions): JsonRpc {
  const { url, headers } = splitCredentials(options.url)
  const fetch = options.fetch ?? globalThis.fetch
  const limit = options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES
  const parse = options.parse ?? ((text: string): unknown => JSON.parse(text))
  const allHeaders = { 'content-type': 'application/json', ...headers, ...options.headers }
  let lastId = 0

  async function post(body: string, timeoutMs: number): Promise<{ response: Response; text: string }> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      // A redirect would carry the key header to a place nobody named.
      const response = await fetch(url, {
        method: 'POST',
        headers: allHeaders,
        body,
        signal,
        redirect: 'error',
      })
      return { response, text: await readText(response, limit) }
    } catch (error) {
      if (error instanceof NodeFault) throw error
      if (signal.aborted) throw new NodeFault('slow', `no answer within ${String(timeoutMs)} ms`)
      throw new NodeFault('down', `no answer (${causeCode(error)})`)
    }
  }

  return {
    async call(method, params, callOptions) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
      const timeoutMs = callOptions?.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS
      const { response, text } = await onceMoreIfStale(() => post(body, timeoutMs))
      return resultOf(method, response, text, parse)
    },
    async batch(method, paramsList, callOptions) {
      const first = lastId + 1
      lastId += paramsList.length
      const calls = paramsList.map((params, at) => ({ jsonrpc: '2.0', id: first + at, method, params }))
      const timeoutMs = callOptions?.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS
      const { response, text } = await onceMoreIfStale(() => post(JSON.stringify(calls), timeoutMs))
      return answersOf(
        method,
        response,
        text,
        parse,
        calls.map((call) => call.id),
      )
    },
  }
}

async function onceMoreIfStale<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isStale =
      error instanceof NodeFault && [...STALE_CONNECTION].some((code) => error.message.includes(code))
    if (!isStale) throw error
    return ask()
  }
}

/** Takes user and password out of a URL: fetch refuses URLs that carry them. */
export function splitCredentials(text: string): { url: string; headers: Record<string, string> } {
  if (!URL.canParse(text)) throw new RangeError('expected a node address like http://user:pass@host:port')
  const url = new URL(text)
  if (url.username === '' && url.password === '') return { url: url.href, headers: {} }
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

export async function readText(response: Response, limit: number): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > limit)
      throw new NodeFault('oversized', `answer larger than ${String(limit)} bytes`, {
        status: response.status,
      })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function resultOf(
  method: string,
  response: Response,
  text: string,
  parse: (text: string) => unknown,
): unknown {
  const status = response.status
  if (status === 402 || status === 403 || status === 429) {
    throw new NodeFault('limited', `${method}: asked to pause (HTTP ${String(status)})`, {
      status,
      nodeMessage: text.slice(0, 500),
      retryAfterMs: retryAfterMs(response),
    })
  }
  const answer = parsed(text, parse)
  // bitcoind answers errors with HTTP 500 and a JSON-RPC body: the body tells more than the status.
  if (isErrorAnswer(answer)) {
    const { code, message } = answer.error
    throw new NodeFault('refused', `${method}: refused by the node (code ${String(code)})`, {
      status,
      code,
      nodeMessage: message.slice(0, 500),
      retryAfterMs: retryAfterMs(response),
    })
  }
  if (!response.ok) {
    throw new NodeFault('down', `${method}: HTTP ${String(status)}`, {
      status,
      retryAfterMs: retryAfterMs(response),
    })
  }
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
    throw new NodeFault('malformed', `${method}: expected a JSON-RPC answer, got something else`, { status })
  }
  return answer.result
}

/** Answers may come in any order: the ids say which is whose. */
function answersOf(
  method: string,
  response: Response,
  text: string,
  parse: (text: string) => unknown,
  ids: readonly number[],
): readonly BatchAnswer[] {
  const answer = parsed(text, parse)
  // No list: the request failed as a whole, in one of the ways a single call can.
  if (!response.ok || !Array.isArray(answer)) {
    resultOf(method, response, text, parse)
    throw malformedBatch(method)
  }
  const byId = new Map<unknown, unknown>()
  for (const one of answer as readonly unknown[]) {
    if (typeof one === 'object' && one !== null && 'id' in one) byId.set(one.id, one)
  }
  return ids.map((id) => {
    const one = byId.get(id)
    if (isErrorAnswer(one)) return { kind: 'refused', code: one.error.code }
    if (typeof one !== 'object' || one === null || !('result' in one)) throw malformedBatch(method)
    return { kind: 'result', result: one.result }
  })
}

function malformedBatch(method: string): NodeFault {
  return new NodeFault('malformed', `${method}: expected an answer to every call of a batch, got fewer`)
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined // no JSON: `resultOf` says so, with the status
  }
}

function isErrorAnswer(answer: unknown): answer is { error: { code: number; message: string } } {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false
  const error = answer.error
  if (typeof error !== 'object' || error === null) return false
  return (
    'code' in error &&
    typeof error.code === 'number' &&
    'message' in error &&
    typeof error.message === 'string'
  )
}

/** Retry-After in seconds; its date form is rare at nodes and counts as none, the back-off covers it. */
export function retryAfterMs(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null || !/^\d{1,6}$/.test(text.trim())) return null
  return Number(text) * 1000
}

/** `'ECONNREFUSED'` and the like: never the message, which names host and port. */
export function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code
  return 'connection failed'
}
