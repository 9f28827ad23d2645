import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'

/** What a server said. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; null if it is none. */
  readonly json: unknown
  /** The code of a refused call, else the status, for reports. */
  readonly said: string
}

/** A caller with an address and cookies of its own. */
export interface Caller {
  readonly cookies: Map<string, string>
  ask(method: string, path: string, body?: object | string, headers?: Record<string, string>): Promise<Reply>
  get(path: string): Promise<Reply>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
}

interface CallerOptions {
  /** `https://127.0.0.1:port`. */
  readonly url: string
  readonly certificate: string
  /** A loopback address such as `127.0.0.9`: every one of them is another client. */
  readonly address: string
}

/** Calls the shop through its proxy, as a browser does: with an Origin, and keeping cookies. */
export function openCaller({ url, certificate, address }: CallerOptions): Caller {
  const cookies = new Map<string, string>()
  // the certificate is the only one trusted, so its name says nothing more; some calls have another Host
  const agent = new Agent({
    ca: certificate,
    localAddress: address,
    checkServerIdentity: () => undefined,
    // long before nginx closes an idle connection
    keepAlive: true,
    timeout: 5_000,
  })
  const ask: Caller['ask'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const payload = typeof body === 'object' ? JSON.stringify(body) : body
      const call = request(
        url + path,
        {
          method,
          agent,
          headers: {
            ...(method === 'GET' ? {} : { origin: url }),
            ...(cookie === '' ? {} : { cookie }),
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('error', reject)
          response.once('end', () => {
            keep(cookies, response.headers['set-cookie'])
            resolve(toReply(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()))
          })
        },
      )
      call.once('error', reject)
      call.end(payload)
    })
  return {
    cookies,
    ask,
    get: (path) => ask('GET', path),
    post: (path, body = {}, headers = {}) => ask('POST', path, body, headers),
  }
}

function toReply(status: number, headers: IncomingHttpHeaders, text: string): Reply {
  const json = asJson(text)
  const code = (json as { code?: unknown } | null)?.code
  return { status, headers, text, json, said: typeof code === 'string' ? code : String(status) }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a page
  }
}

function keep(cookies: Map<string, string>, lines: readonly string[] = []): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';')
    const equals = pair.indexOf('=')
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)]
    if (attributes.some((one) => /^\s*max-age=0$/i.test(one))) cookies.delete(name)
    else cookies.set(name, value)
  }
}
