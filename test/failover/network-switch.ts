import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** An address on loopback that leads to a server, and can fail in the ways a network fails. */
export interface NetworkSwitch {
  readonly port: number
  /** The port of the server that new connections lead to. */
  readonly target: number
  /** Connections that are open now, those that went silent included. */
  openConnections(): number
  /**
   * New connections pass to the server again. Connections that went silent stay silent, as at a firewall that forgot them;
   * those that were asked for meanwhile are opened, since TCP repeats its first packet.
   */
  pass(): void
  /** New connections are closed by a reset; open ones go on. */
  refuse(): void
  /** Closes all open connections by a reset, on both sides. */
  reset(): void
  /** No byte moves any more and nothing closes, in open connections and in new ones. */
  silence(): void
  /** New connections lead to another server. Open ones stay at the old one: call {@link NetworkSwitch.reset} to end them. */
  moveTo(port: number): void
  /** Resets all connections and closes the address. */
  close(): Promise<void>
}

type State = 'passing' | 'refusing' | 'silent'

/** The two ends of one connection; `server` is absent if it was opened while nothing moved. */
export interface Line {
  readonly client: Socket
  readonly server: Socket | null
  /** Whether nothing moves between the two; for ever, once the connection was open. */
  isSilent: boolean
}

/** Opens a switch on a free port. */
export async function openSwitch(firstTarget: number): Promise<NetworkSwitch> {
  let target = firstTarget
  let state: State = 'passing'
  const lines = new Set<Line>()
  const listener = createServer({ noDelay: true }, (client) => {
    if (state === 'refusing') {
      breakOff(client.on('error', () => undefined))
      return
    }
    lines.add(state === 'silent' ? openSilentLine(client, lines) : openLine(client, target, lines))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const reset = () => {
    for (const { client, server } of lines) {
      breakOff(client)
      if (server !== null) breakOff(server)
    }
    lines.clear()
  }
  return {
    port,
    get target() {
      return target
    },
    openConnections: () => lines.size,
    pass() {
      state = 'passing'
      for (const line of [...lines].filter(({ server }) => server === null)) {
        lines.delete(line)
        if (line.client.destroyed) continue
        lines.add(openLine(line.client, target, lines))
        line.client.resume()
      }
    },
    refuse() {
      state = 'refusing'
    },
    reset,
    silence() {
      state = 'silent'
      for (const line of lines) silence(line)
    },
    moveTo(next) {
      target = next
    },
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      reset()
      await closed
    },
  }
}

/** Connects a client to a port; both ends feel what happens to the other one. */
export function openLine(client: Socket, port: number, lines: Set<Line>): Line {
  const server = connect({ port, host: '127.0.0.1', noDelay: true })
  const line: Line = { client, server, isSilent: false }
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.on('data', (chunk) => {
      if (line.isSilent || to.write(chunk)) return
      from.pause()
    })
    to.on('drain', () => {
      if (!line.isSilent) from.resume()
    })
    // an end that closes or breaks is felt at the other end, unless nothing moves between them
    from.on('end', () => {
      if (!line.isSilent) to.end()
    })
    from.on('error', () => {
      if (!line.isSilent) breakOff(to)
    })
    from.on('close', () => {
      if (!line.isSilent) to.destroySoon()
      if (client.destroyed && server.destroyed) lines.delete(line)
    })
  }
  return line
}

function openSilentLine(client: Socket, lines: Set<Line>): Line {
  const line: Line = { client, server: null, isSilent: true }
  client.pause()
  client.on('error', () => undefined)
  client.on('close', () => lines.delete(line))
  return line
}

/** What arrives is thrown away, so that the end of a connection is noticed and its socket is freed. */
function silence(line: Line): void {
  line.isSilent = true
  line.client.resume()
  line.server?.resume()
}

/** Resets a connection. One whose end was sent already is closed: Node would neither reset nor ever close it. */
function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
