import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findOwner, type NamedProcess } from './connection-origin.ts'
import { createNetwork, type MachineNetwork } from './machine-network.ts'

let network: MachineNetwork
let processes: NamedProcess[]
let port: number
const ends: (() => unknown)[] = []
beforeEach(async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  processes = []
  network = createNetwork(['db1', 'db2', 'db3'])
  port = await network.publish('db1', (server.address() as AddressInfo).port, (client) =>
    findOwner(client, processes),
  )
  ends.push(
    () => network.close(),
    () => server.close(),
  )
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A program on a machine: it opens a connection for each line that it is told, and says what came of it. */
const PROGRAM = `
  const [port] = process.argv.slice(1)
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(line))
    socket.on('error', ({ code }) => console.log(code))
    socket.on('data', (data) => { console.log(String(data)); socket.destroy() })
  })`

function runOn(machine: string): (words: string) => Promise<string> {
  const child = spawn(process.execPath, ['-e', PROGRAM, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] })
  ends.push(() => child.kill())
  processes.push({ name: machine, pid: child.pid ?? null })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async (words) => {
    child.stdin.write(`${words}\n`)
    return String((await answers.next()).value)
  }
}

test('a machine whose network fails reaches itself, and others reach each other', async () => {
  const [db1, db2, db3] = [runOn('db1'), runOn('db2'), runOn('db3')]
  expect([await db1('one'), await db2('one'), await db3('one')]).toEqual(['one', 'one', 'one'])
  network.cut('db2')
  expect([await db1('two'), await db2('two'), await db3('two')]).toEqual(['two', 'ECONNRESET', 'two'])
  network.silence('db1')
  let heard = ''
  const answered = db3('three').then((words) => (heard = words))
  expect([await db1('three'), await db2('three'), heard]).toEqual(['three', 'ECONNRESET', ''])
  // what is asked for meanwhile waits for both networks
  network.reconnect('db2')
  const waiting = db2('four')
  expect([await db1('four'), heard]).toEqual(['four', ''])
  network.reconnect('db1')
  expect([await answered, await waiting]).toEqual(['three', 'four'])
})
