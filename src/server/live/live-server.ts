import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { isAllowedOrigin, type OriginRule } from './allowed-origin.ts'
import { serveConnection, type LiveConnection } from './live-connection.ts'
import type { LiveHub } from './live-hub.ts'

/** The path that Phoenix's client opens for `new Socket('/live')`. */
const PATH = '/live/websocket'
const MAX_FRAME_BYTES = 4096
/** High, since all customers of a mobile carrier may share one address. */
const MAX_SOCKETS_PER_CLIENT = 500
const MAX_SOCKETS = 20_000
const CHECK_EVERY_MS = 60_000
const GOING_AWAY = 1001
const CLOSE_WITHIN_MS = 1000

export interface LiveServerOptions {
  readonly hub: LiveHub
  readonly origin: OriginRule
  /** The client, as rate limits identify it. */
  readonly clientOf: (request: IncomingMessage) => string
}

/** The live channel of an HTTP server. */
export interface LiveServer {
  attach(server: Server): void
  /** Asks every page to reconnect later, and terminates connections that do not close in time. */
  stop(): Promise<void>
}

export function createLiveServer({ hub, origin, clientOf }: LiveServerOptions): LiveServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
  })
  const connections = new Set<LiveConnection>()
  const perClient = new Map<string, number>()
  let isStopping = false
  let emptied: (() => void) | null = null

  const change = (client: string, by: number) => {
    const count = (perClient.get(client) ?? 0) + by
    if (count > 0) perClient.set(client, count)
    else perClient.delete(client)
  }

  /** @returns the HTTP status to reject the request with, or null to accept it. */
  const refusal = (request: IncomingMessage, client: string): number | null => {
    const [path, query] = (request.url ?? '').split('?')
    if (path !== PATH) return 404
    if (new URLSearchParams(query).get('vsn')?.startsWith('2.') !== true) return 400
    if (!isAllowedOrigin(origin, request.headers.origin, request.headers.host)) return 403
    if (isStopping || connections.size >= MAX_SOCKETS) return 503
    return (perClient.get(client) ?? 0) >= MAX_SOCKETS_PER_CLIENT ? 429 : null
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // a browser that disconnects during the handshake is not an error
    socket.on('error', () => {
      socket.destroy()
    })
    const client = clientOf(request)
    const status = refusal(request, client)
    if (status !== null) {
      refuse(socket, status)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      change(client, 1)
      const connection = serveConnection(webSocket, hub, () => {
        change(client, -1)
        connections.delete(connection)
        if (connections.size === 0) emptied?.()
      })
      connections.add(connection)
    })
  }

  const timer = setInterval(() => {
    for (const connection of connections) if (!connection.isAlive()) connection.terminate()
  }, CHECK_EVERY_MS).unref()

  return {
    attach(server) {
      server.on('upgrade', upgrade)
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      if (connections.size === 0) return
      const empty = new Promise<void>((resolve) => (emptied = resolve))
      for (const connection of connections) connection.close(GOING_AWAY)
      const force = setTimeout(() => {
        for (const connection of connections) connection.terminate()
      }, CLOSE_WITHIN_MS)
      await empty
      clearTimeout(force)
    },
  }
}

function refuse(socket: Duplex, status: number): void {
  const reason = STATUS_CODES[status] ?? 'Refused'
  socket.end(`HTTP/1.1 ${String(status)} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
