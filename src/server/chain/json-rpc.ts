import { askNode, NodeFault, retryAfterMs, splitCredentials } from './node-http.ts'

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
/**
 * Creates a JSON-RPC client over fetch, with a time limit, a size limit, typed faults and no secrets in messages.
 *
 * @throws {RangeError} if `options.url` is not a URL; the message does not quote it.
 */
export function createJsonRpc(options: JsonRpcOptions): JsonRpc {
  const { url, headers } = splitCredentials(options.url)
  const fetch = options.fetch ?? globalThis.fetch
  const maxResponseBytes = options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES
  const parse = options.parse ?? ((text: string): unknown => JSON.parse(text))
  const allHeaders = { 'content-type': 'application/json', ...headers, ...options.headers }
  let lastId = 0

  const post = (body: string, timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS) =>
    askNode(fetch, url, { method: 'POST', headers: allHeaders, body }, { timeoutMs, maxResponseBytes })

  return {
    async call(method, params, callOptions) {
      const id = ++lastId
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      const { response, text } = await post(body, callOptions?.timeoutMs)
      return resultOf(method, response, text, parse, id)
    },
    async batch(method, paramsList, callOptions) {
      const first = lastId + 1
      lastId += paramsList.length
      const calls = paramsList.map((params, at) => ({ jsonrpc: '2.0', id: first + at, method, params }))
      const { response, text } = await post(JSON.stringify(calls), callOptions?.timeoutMs)
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
