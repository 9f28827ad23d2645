import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { appWith } from '#test/app-with.ts'
import type { App } from './app.ts'
import { limitConnections } from './limit-connections.ts'

let app: App
let lines: string[]
let onError: () => void = () => undefined

beforeEach(async () => {
  lines = []
  app = await appWith(
    (routes) => {
      routes.addHook('onError', (_request, _reply, _error, next) => {
        onError()
        next()
      })
      routes.post('/pay', () => ({ success: true }))
    },
    { log: createLog({ level: 'debug', write: (line) => lines.push(line) }) },
  )
})

afterEach(() => app.close())

/** A connection to the server, which listens then. */
async function connected(): Promise<Socket> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1')
}

test('a request line that is no HTTP is a 400 without detail', async () => {
  const socket = await connected()
  socket.write('NONSENSE\r\n\r\n')
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

test('a client that leaves while it sends a body is no error of the shop', async () => {
  const socket = await connected()
  socket.write(
    'POST /pay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await once(app.server, 'request')
  const failed = new Promise<void>((resolve) => (onError = resolve))
  socket.resetAndDestroy()
  await failed
  expect(lines.filter((line) => line.includes('"error"'))).toEqual([])
})

test('headers must arrive within ten seconds', () => expect(app.server.headersTimeout).toBe(10_000))

test('a client has a limited number of connections, a trusted proxy has not', async () => {
  const server = createServer()
  limitConnections(server, ['127.0.0.2'], 2)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const kept = [await open('127.0.0.1'), await open('127.0.0.1')]
  const beyond = await open('127.0.0.1')
  await once(beyond, 'close')
  const proxied = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  expect([...kept, ...proxied].map((socket) => socket.destroyed)).toEqual([false, false, false, false, false])
  for (const socket of [...kept, ...proxied]) socket.destroy()
  server.close()
})
