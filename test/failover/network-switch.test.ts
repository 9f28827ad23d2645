import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#test/until.ts'
import { openSwitch, type NetworkSwitch } from './network-switch.ts'

let servers: readonly Server[]
let network: NetworkSwitch
const sockets: Socket[] = []
beforeEach(async () => {
  servers = await Promise.all(['one', 'two'].map(namedServer))
  network = await openSwitch(portOf(servers[0]))
})
afterEach(async () => {
  await network.close()
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers) server.close()
})

/** A server that answers every chunk with its name. */
async function namedServer(name: string): Promise<Server> {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write(name))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

function portOf(server: Server | undefined): number {
  return (server?.address() as AddressInfo).port
}

/** A connection through the switch, with what it heard. */
async function open() {
  const line = start()
  await once(line.socket, 'connect')
  return line
}

function start() {
  const socket = connect(network.port, '127.0.0.1')
  sockets.push(socket)
  const line = { socket, heard: '', error: '', isClosed: false }
  socket.on('data', (chunk: Buffer) => (line.heard += chunk.toString()))
  socket.on('error', (error: Error & { code?: string }) => (line.error = error.code ?? ''))
  socket.on('close', () => (line.isClosed = true))
  return line
}

async function ask(line: ReturnType<typeof start>): Promise<string> {
  line.heard = ''
  line.socket.write('who')
  await until(() => line.heard !== '' || line.isClosed)
  return line.heard
}

test('a silent connection stays silent, and new ones are answered once the network passes again, whenever they began', async () => {
  const line = await open()
  expect(await ask(line)).toBe('one')
  network.silence()
  line.heard = ''
  line.socket.write('who')
  const during = await open()
  during.socket.write('who')
  network.pass()
  expect(await ask(await open())).toBe('one')
  await until(() => during.heard !== '')
  expect([line.heard, during.heard, line.isClosed]).toEqual(['', 'one', false])
})

test('a reset breaks what is open on both sides; refused connections are reset at once', async () => {
  const line = await open()
  expect(await ask(line)).toBe('one')
  network.refuse()
  expect(await ask(line)).toBe('one')
  const refused = start()
  await until(() => refused.isClosed)
  network.reset()
  await until(() => line.isClosed && network.openConnections() === 0)
  expect(line.error).toBe('ECONNRESET')
})

test('the address moves to another server for new connections', async () => {
  const line = await open()
  expect(await ask(line)).toBe('one')
  network.moveTo(portOf(servers[1]))
  expect(await ask(line)).toBe('one')
  expect(await ask(await open())).toBe('two')
})
