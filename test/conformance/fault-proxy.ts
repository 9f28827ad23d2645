import { once } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NodeFaults } from './lab.ts'

/** A proxy in front of a node that fails on request, for JSON-RPC and REST. */
export interface FaultProxy extends NodeFaults {
  /** The upstream URL with the port of this proxy; user and password are kept. */
  readonly url: string
  /** The number of requests received. */
  requestCount(): number
  stop(): Promise<void>
}

/** @param upstream `http://[user:pass@]host:port`. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const target = new URL(upstream)
  let requests = 0
  let limitedRequest = 0
  let cutFrom = Number.POSITIVE_INFINITY
  let rewriting: { from: string; to: string } | null = null

  const server = createServer((incoming, outgoing) => {
    requests += 1
    if (requests >= cutFrom) {
      incoming.socket.destroy()
      return
    }
    if (requests === limitedRequest) {
      incoming.resume()
      outgoing.writeHead(429, { 'retry-after': '1' }).end('slow down')
      return
    }
    forward(target, incoming, outgoing, (text) =>
      rewriting === null ? text : text.replaceAll(rewriting.from, rewriting.to),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(upstream)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href.replace(/\/$/, ''),
    requestCount: () => requests,
    goDown() {
      cutFrom = 0
      server.closeAllConnections()
      return Promise.resolve()
    },
    limitCallAt: (call) => void (limitedRequest = requests + call),
    goDownAtCall: (call) => void (cutFrom = requests + call),
    rewriteAnswers: (from, to) => void (rewriting = { from, to }),
    repair() {
      limitedRequest = 0
      cutFrom = Number.POSITIVE_INFINITY
      rewriting = null
      return Promise.resolve()
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function forward(
  target: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rewrite: (text: string) => string,
): void {
  const { method, url: path, headers } = incoming
  const options = { host: target.hostname, port: target.port, method, path, headers }
  const onward = sendRequest(options, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => {
      const body = rewrite(Buffer.concat(chunks).toString('utf8'))
      const type = answer.headers['content-type'] ?? 'text/plain'
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': type }).end(body)
    })
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
