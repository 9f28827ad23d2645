import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { socketOf } from './socket-of.ts'

const { version } = JSON.parse(readFileSync('node_modules/pg/package.json', 'utf8')) as { version: string }
const inPg = (expectation: string) => `pg ${version}: expected client.connection.stream ${expectation}`

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.close())

async function connect(): Promise<{ client: pg.Client; socket: Socket }> {
  const client = new pg.Client({ connectionString: database.url, pipeline: true })
  // one that is destroyed
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return { client, socket: socketOf(client) }
}

test('the socket of a connection of pg holds statements back until it is uncorked', async () => {
  const { client, socket } = await connect()
  const written = socket.bytesWritten
  socket.cork()
  const answers = Promise.all([client.query('select 1 as one'), client.query('select 2 as two')])
  expect(socket.writableLength, inPg('to take the statements while it is corked')).toBeGreaterThan(0)
  expect(socket.writableNeedDrain, inPg('to say whether it has room')).toBe(false)
  socket.uncork()
  expect((await answers).map(({ rows }) => rows as unknown)).toEqual([[{ one: 1 }], [{ two: 2 }]])
  expect(socket.bytesWritten, inPg('to have sent them')).toBeGreaterThan(written)
})

test('a connection of pg ends when its socket is destroyed, and what it waited for fails', async () => {
  const { client, socket } = await connect()
  let received = 0
  socket.on('data', (bytes: Buffer) => (received += bytes.length))
  await client.query('select 1')
  expect(received, inPg('to tell of what is received')).toBeGreaterThan(0)
  const waiting = client.query('select pg_sleep(3600)').then(
    () => 'answered',
    (error: unknown) => error,
  )
  const ended = new Promise((resolve) => client.once('end', resolve))
  socket.destroy(new Error('cut'))
  expect(socket.destroyed, inPg('to be destroyed')).toBe(true)
  expect(await waiting, inPg('to fail what waits once it is destroyed')).toMatchObject({ message: 'cut' })
  await ended
})

test('a connection that keeps its socket elsewhere is refused, in words that say what to do', () => {
  expect(() => socketOf({ connection: { socket: new Socket() } })).toThrow(
    'expected client.connection.stream of pg to be a socket: this version of pg keeps it elsewhere',
  )
})
