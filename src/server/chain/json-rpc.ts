/** How a node failed. */
export type NodeFaultKind =
  /** No answer: refused or broken connection, 4xx, 5xx. */
  | 'down'
  /** No whole answer within the timeout. */
  | 'slow'
  /** The node asks for a pause: HTTP 402, 403 or 429. */
  | 'limited'
  /** The answer is larger than the limit. */
  | 'oversized'
  /** A JSON-RPC error object; the caller decides by method and `code` whether it is a fault or an answer. */
  | 'refused'
  /** A JSON-RPC error object that says that the node does not have a block, or not yet. */
  | 'behind'
  /** Not JSON, or JSON that does not follow the protocol. */
  | 'malformed'

/**
 * A failed request to a node. Its message contains no URL, since URLs hold keys and passwords. `nodeMessage` is the node's
 * own text: match it, but do not log it.
 */
export class NodeFault extends Error {
  readonly kind: NodeFaultKind
  /** HTTP status; null if there was no response. */
  readonly status: number | null
  /** JSON-RPC error code; null if there was none. */
  readonly code: number | null
  readonly nodeMessage: string
  /** From the Retry-After header, in ms; null without one. */
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

/** Options of {@link createJsonRpc}. */
export interface JsonRpcOptions {
  /** `http(s)://user:pass@host:port/path`; user and password are sent as a Basic header, since fetch rejects them in URLs. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** For a whole call including the body, in ms. Default 15,000. */
  readonly timeoutMs?: number
  /** Limit for the decompressed answer. Default 64 MiB. */
  readonly maxResponseBytes?: number
  /** Parses the body, for callers that need the exact digits of numbers. Default JSON.parse. */
  readonly parse?: (text: string) => unknown
  readonly fetch?: typeof globalThis.fetch
}

/** A client for one node that speaks JSON-RPC over HTTP. */
export interface JsonRpc {
  /**
   * Calls one method.
   *
   * @returns the `result` member, not validated.
   * @throws {NodeFault}
   */
  call(method: string, params: readonly unknown[], options?: { timeoutMs?: number }): Promise<unknown>
  /**
   * Calls one method many times in one request, for nodes that are known to accept batches (bitcoind does).
   *
   * @returns an answer for every member of `paramsList`, in its order; an error object counts as an answer.
   * @throws {NodeFault} if the request as a whole fails.
   */
  batch(
    method: string,
    paramsList: readonly (readonly unknown[])[],
    options?: { timeoutMs?: number },
  ): Promise<readonly BatchAnswer[]>
}

/** One answer of a batch: the `result` member, not validated, or the code of the error object. */
type BatchAnswer =
  { readonly kind: 'result'; readonly result: unknown } | { readonly kind: 'refused'; readonly code: number }

const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024 * 1024
/** Error codes of an idle connection that the node has just closed. Reads can safely be repeated once. */
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Creates a JSON-RPC client over fetch, with a time limit, a size limit, typed faults and no secrets in messages.
 *
 * @throws {RangeError} if `options.url` is not a URL; the message does not quote it.
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
      // A redirect would send the key header to a host that is not in the settings.
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
      const id = ++lastId
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      const timeoutMs = callOptions?.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS
      const { response, text } = await retryIfStale(() => post(body, timeoutMs))
      return resultOf(method, response, text, parse, id)
    },
    async batch(method, paramsList, callOptions) {
      const first = lastId + 1
      lastId += paramsList.length
      const calls = paramsList.map((params, at) => ({ jsonrpc: '2.0', id: first + at, method, params }))
      const timeoutMs = callOptions?.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS
      const { response, text } = await retryIfStale(() => post(JSON.stringify(calls), timeoutMs))
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

async function retryIfStale<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isStale =
      error instanceof NodeFault && [...STALE_CONNECTION].some((code) => error.message.includes(code))
    if (!isStale) throw error
    return ask()
  }
}

/**
 * Moves user and password from a URL to a Basic header, since fetch rejects URLs that contain them.
 *
 * @throws {RangeError} if `text` is not a URL; the message does not quote it.
 */
export function splitCredentials(text: string): { url: string; headers: Record<string, string> } {
  if (!URL.canParse(text)) throw new RangeError('expected a node address like http://user:pass@host:port')
  const url = new URL(text)
  if (url.username === '' && url.password === '') return { url: url.href, headers: {} }
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/**
 * Reads a response's body as text.
 *
 * @param limit in bytes, after decompression.
 * @throws {NodeFault} `'oversized'` beyond the limit.
 */
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
  id?: number,
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
  // bitcoind sends errors with HTTP 500 and a JSON-RPC body, so the body is read before the status.
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
  if (id !== undefined && 'id' in answer && answer.id !== id) {
    throw new NodeFault('malformed', `${method}: expected the answer to this call, got that to another`, {
      status,
    })
  }
  return answer.result
}

/** Answers may arrive in any order and are matched by id. */
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
    return undefined // not JSON: `resultOf` reports it with the status
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

/** The Retry-After header in ms; null without one and for its date form, which nodes rarely send. */
export function retryAfterMs(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null || !/^\d{1,6}$/.test(text.trim())) return null
  return Number(text) * 1000
}

/** The code of a connection error, such as `'ECONNREFUSED'`; not the message, which contains host and port. */
export function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code
  return 'connection failed'
}
