import type { Server } from 'node:http'
import { clientOf, trustedBy } from './app.ts'

/** A browser opens six, and a whole office or carrier may share one address. */
const CONNECTIONS_PER_CLIENT_MAX = 300

/** Closes connections of a client above the limit at once. A trusted proxy has none, since it limits its own clients. */
export function limitConnections(
  server: Pick<Server, 'on'>,
  trustedProxies: readonly string[],
  most = CONNECTIONS_PER_CLIENT_MAX,
): void {
  const open = new Map<string, number>()
  const isTrusted = trustedBy(trustedProxies)
  server.on('connection', (socket) => {
    const ip = socket.remoteAddress ?? ''
    if (isTrusted(ip)) return
    const client = clientOf({ ip })
    const count = (open.get(client) ?? 0) + 1
    if (count > most) {
      socket.destroy()
      return
    }
    open.set(client, count)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
  })
}
