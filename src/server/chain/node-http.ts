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

/** How long and how large the answer to one request may be. */
interface RequestLimits {
  /** For the whole answer, in ms. */
  readonly timeoutMs: number
  /** Of the answer, after decompression. */
  readonly maxResponseBytes: number
  /** Begins the message of a fault. Default: nothing. */
  readonly what?: string
}

/** Error codes of an idle connection that the node has just closed. */
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Sends a request that reads something, and reads the whole answer. If it met an idle connection that the node was just
 * closing, it is sent once more. A redirect is a failure: it would send keys to a host that is not in the settings.
 *
 * @returns the response and its text, with any HTTP status.
 * @throws {NodeFault} `'slow'`, `'down'` or `'oversized'`.
 */
export async function askNode(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  limits: RequestLimits,
): Promise<{ readonly response: Response; readonly text: string }> {
  const ask = async (signal: AbortSignal) => {
    const response = await fetch(url, { ...init, signal, redirect: 'error' })
    return { response, text: await readText(response, limits.maxResponseBytes) }
  }
  const faultOf = (error: unknown, signal: AbortSignal) => {
    if (error instanceof NodeFault) return error
    const about = limits.what === undefined ? '' : `${limits.what}: `
    return signal.aborted
      ? new NodeFault('slow', `${about}no answer within ${String(limits.timeoutMs)} ms`)
      : new NodeFault('down', `${about}no answer (${causeCode(error)})`)
  }
  const first = AbortSignal.timeout(limits.timeoutMs)
  try {
    return await ask(first)
  } catch (error) {
    if (first.aborted || !STALE_CONNECTION.has(causeCode(error))) throw faultOf(error, first)
  }
  const again = AbortSignal.timeout(limits.timeoutMs)
  return ask(again).catch((error: unknown) => {
    throw faultOf(error, again)
  })
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
async function readText(response: Response, limit: number): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > limit)
      throw new NodeFault('oversized', `answer larger than ${String(limit)} bytes`, {
        status: response.status,
      })
    chunks.push(chunk)
  }
  // decoded at once: a text of many parts takes longer to parse
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The Retry-After header in ms; null without one and for its date form, which nodes rarely send. */
export function retryAfterMs(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null || !/^\d{1,6}$/.test(text.trim())) return null
  return Number(text) * 1000
}

/** The code of a connection error, such as `'ECONNREFUSED'`; not the message, which contains host and port. */
function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code
  return 'connection failed'
}
