import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'

/**
 * A minimal pooler in transaction mode: clients get a server connection when they send a query and lose it when their
 * transaction ends; the connection released last is reused first. Accepts every client without a password.
 */
export async function startTransactionPooler(
  databaseUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const idle: Server[] = []
  const sockets = new Set<Socket>()
  const take = async () => idle.pop() ?? (await openServer(databaseUrl, sockets))
  const listening = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    serveClient(client, take, (server) => idle.push(server))
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listening.close()
      await once(listening, 'close')
    },
  }
}

/** A server connection after its login; `onMessage` receives every message of the server. */
interface Server {
  readonly socket: Socket
  onMessage: (type: string, message: Buffer) => void
}

function serveClient(client: Socket, take: () => Promise<Server>, giveBack: (server: Server) => void): void {
  let isStarted = false
  let server: Server | null = null
  let sending: Promise<void> = Promise.resolve()
  const forward = async (message: Buffer): Promise<void> => {
    if (server === null) {
      const taken = await take()
      server = taken
      taken.onMessage = (type, answer) => {
        client.write(answer)
        // ReadyForQuery: 'Z' (1) || length (4) || 'I' idle, 'T' in a transaction, 'E' in a failed one (1)
        if (type !== 'Z' || answer[5] !== 0x49) return
        server = null
        giveBack(taken)
      }
    }
    server.socket.write(message)
  }
  splitMessages(
    client,
    () => !isStarted,
    (type, message) => {
      if (!isStarted) {
        isStarted = true
        // AuthenticationOk, then ReadyForQuery
        client.write(Buffer.from('520000000800000000' + '5a0000000549', 'hex'))
      } else if (type === 'X') {
        client.end()
      } else {
        sending = sending.then(() => forward(message))
      }
    },
  )
}

/** Logs in with pg, then takes over the socket. */
async function openServer(databaseUrl: string, sockets: Set<Socket>): Promise<Server> {
  const login = new pg.Client({ connectionString: databaseUrl, application_name: 'pooler' })
  login.on('error', () => undefined)
  await login.connect()
  const { stream } = (login as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  sockets.add(stream)
  const server: Server = { socket: stream, onMessage: () => undefined }
  splitMessages(
    stream,
    () => false,
    (type, message) => {
      server.onMessage(type, message)
    },
  )
  return server
}

/** Messages are type (1) || length with itself (4) || body; the first message of a client has no type. */
function splitMessages(
  socket: Socket,
  isUntyped: () => boolean,
  onMessage: (type: string, message: Buffer) => void,
): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const lengthAt = isUntyped() ? 0 : 1
      if (rest.length < lengthAt + 4) return
      const end = lengthAt + rest.readInt32BE(lengthAt)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      onMessage(String.fromCharCode(message[0] ?? 0), message)
    }
  })
}
