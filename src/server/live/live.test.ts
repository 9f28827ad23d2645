import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Socket, type Channel } from 'phoenix'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket as WsClient } from 'ws'
import { createListener } from '#server/db/listener.ts'
import { createLog } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { announce } from './announce.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'
import { createLiveWorker, type LiveWorker } from './live-worker.ts'
import { createLiveServer, type LiveServer } from './live-server.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let hub: LiveHub
let live: Pick<LiveServer, 'attach' | 'stop'>
let server: Server
let port: number
const sockets: Socket[] = []
const lines: string[] = []

beforeEach(async () => {
  lines.length = 0
  await listen(0)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await close()
})

test('a page is notified of the new status of its payment, and of no other payment', async () => {
  const [mine, other] = [await insertPayment(database.db), await insertPayment(database.db)]
  const heard = await joined(connected(), `payment:${mine}`)
  await database.db.updateTable('payments').set({ status: 'detected' }).where('id', '=', mine).execute()
  hub.announced(`payment:${other}`)
  hub.announced(`payment:${mine}`)
  await expect.poll(() => heard).toEqual([{ status: 'detected' }])
})

test('counters are pushed at most once per 250 ms, with their rows', async () => {
  await database.db.insertInto('purchase_counters').values({ id: 'standard', count: 5 }).execute()
  const heard = await joined(connected(), 'counters')
  for (let change = 0; change < 500; change++) hub.announced('counters')
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]).toMatchObject({ counters: [{ id: 'standard', count: 5 }] })
  hub.announced('counters')
  await expect.poll(() => heard.length).toBe(2)
})

test.each(['rails', 'editions'])('%s are pushed at once, then at most once per 250 ms', async (topic) => {
  const heard = await joined(connected(), topic)
  const from = performance.now()
  for (let change = 0; change < 500; change++) hub.announced(topic)
  await expect.poll(() => heard.length).toBe(2)
  expect(performance.now() - from).toBeGreaterThanOrEqual(240)
  hub.announced(topic)
  await expect.poll(() => heard.length).toBe(3)
  expect(performance.now() - from).toBeGreaterThanOrEqual(490)
})

test('a page hears the last status of a payment that changes often, and not each', async () => {
  const id = await insertPayment(database.db)
  const heard = await joined(connected(), `payment:${id}`)
  for (const status of ['detected', 'review'] as const) {
    await database.db.updateTable('payments').set({ status }).where('id', '=', id).execute()
    for (let change = 0; change < 100; change++) hub.announced(`payment:${id}`)
  }
  await expect.poll(() => heard.at(-1)).toEqual({ status: 'review' })
  expect(heard.length).toBeLessThanOrEqual(4)
})

test('every page reads again after announcements may have been missed', async () => {
  const id = await insertPayment(database.db)
  const socket = connected()
  const heard = [await joined(socket, `payment:${id}`), await joined(socket, 'rails')]
  hub.rereadAll()
  await expect.poll(() => heard).toEqual([[{}], [{}]])
})

test('a page that left a topic gets no more messages of it, and may join again', async () => {
  const socket = connected()
  const channel = socket.channel('rails', {})
  const heard: unknown[] = []
  channel.on('changed', (payload: unknown) => void heard.push(payload))
  await reply(channel.join())
  await reply(channel.leave())
  hub.announced('rails')
  const again = await joined(socket, 'rails')
  hub.announced('rails')
  await expect.poll(() => again).toEqual([{}])
  expect(heard).toEqual([])
})

test('after a restart of the server the client joins its topics again by itself', async () => {
  const heard = await joined(connected(), 'rails')
  await close()
  await listen(port)
  await expect
    .poll(() => {
      hub.announced('rails')
      return heard.length
    })
    .toBeGreaterThan(0)
})

test('heartbeats are answered, and joining an unknown topic is rejected', async () => {
  const client = await open()
  const replies: unknown[] = []
  client.on('message', (data: Buffer) => replies.push(JSON.parse(data.toString())))
  const frames: readonly unknown[] = [
    [null, '1', 'phoenix', 'heartbeat', {}],
    ['2', '2', 'admin', 'phx_join', {}],
    ['3', '3', 'payment:not-an-id', 'phx_join', {}],
    ['4', '4', 'rails', 'whatever', {}],
  ]
  for (const frame of frames) client.send(JSON.stringify(frame))
  await expect
    .poll(() => replies)
    .toEqual([
      [null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
      ['2', '2', 'admin', 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
      [
        '3',
        '3',
        'payment:not-an-id',
        'phx_reply',
        { status: 'error', response: { reason: 'unmatched topic' } },
      ],
      ['4', '4', 'rails', 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
    ])
  client.close()
})

test.each([
  ['no JSON', 'hello', 1007],
  ['JSON of another form', '{"topic":"counters"}', 1007],
  ['an array too short', '[null,null,"counters"]', 1007],
  ['a topic that is no text', '[null,"1",{"a":1},"phx_join",{}]', 1007],
  ['bytes', Buffer.from([0, 1, 2, 3]), 1007],
  ['deep nesting', '['.repeat(4000), 1007],
  ['a frame too large', `[null,"1","counters","phx_join",{"a":"${'x'.repeat(5000)}"}]`, 1009],
])('%s closes that connection and no other', async (_what, data, code) => {
  const heard = await joined(connected(), 'rails')
  const client = await open()
  const closed = new Promise<number>((resolve) => client.on('close', resolve))
  client.send(data)
  expect(await closed).toBe(code)
  hub.announced('rails')
  await expect.poll(() => heard).toEqual([{}])
})

test('a page may join 20 topics, and one that sends too much is disconnected', async () => {
  const client = await open()
  const replies: string[] = []
  client.on('message', (data: Buffer) => replies.push(data.toString()))
  const closed = new Promise<number>((resolve) => client.on('close', resolve))
  for (let topic = 0; topic < 300; topic++) {
    const id = `00000000-0000-4000-8000-${String(topic).padStart(12, '0')}`
    client.send(JSON.stringify([String(topic), String(topic), `payment:${id}`, 'phx_join', {}]))
  }
  expect(await closed).toBe(1008)
  expect(replies.filter((reply) => reply.includes('"ok"'))).toHaveLength(20)
  expect(replies.filter((reply) => reply.includes('too many topics'))).toHaveLength(220)
})

test('two hundred pages are notified of a change', async () => {
  const clients = await Promise.all(Array.from({ length: 200 }, open))
  let heard = 0
  for (const client of clients) {
    client.on('message', (data: Buffer) => {
      if (data.toString().includes('"changed"')) heard++
    })
    client.send('["1","1","rails","phx_join",{}]')
  }
  const last = clients.at(-1)
  await new Promise((resolve) => last?.once('message', resolve))
  await expect
    .poll(() => {
      heard = 0
      hub.announced('rails')
      return new Promise((resolve) => last?.once('message', () => setImmediate(() => resolve(heard))))
    })
    .toBeGreaterThanOrEqual(199)
  for (const client of clients) client.terminate()
})

test('another origin, another path and another protocol version are rejected', async () => {
  expect(await statusOf({ headers: { origin: 'https://evil.example' } })).toBe(403)
  expect(await statusOf({ path: '/live/other?vsn=2.0.0' })).toBe(404)
  expect(await statusOf({ path: '//' })).toBe(404)
  expect(await statusOf({ path: '/live/websocket' })).toBe(400)
})

test('one client may open 500 connections and not one more', async () => {
  const clients = await Promise.all(Array.from({ length: 500 }, open))
  expect(await statusOf({})).toBe(429)
  clients[0]?.terminate()
  await expect.poll(() => statusOf({})).toBe(101)
  for (const client of clients) client.terminate()
})

test('noise instead of a handshake does not stop the server', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'GET /live/websocket?vsn=2.0.0 HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\0\0',
      )
    })
    socket.resume()
    socket.on('close', () => resolve())
  })
  await joined(connected(), 'rails')
})

test('a push whose payload cannot be read is still sent', async () => {
  const id = await insertPayment(database.db)
  const heard = await joined(connected(), `payment:${id}`)
  await database.pool.query('alter table payments rename to elsewhere')
  hub.announced(`payment:${id}`)
  await expect.poll(() => heard).toEqual([{}])
  expect(lines.join()).toContain('could not be read')
})

test('a page is notified of what another process announces, and reads again after the database was unavailable', async () => {
  const log = createLog({ level: 'silent' })
  const listener = createListener({ url: database.url, log })
  const worker = createLiveWorker({ db: database.db, log, listener, origin: DEMO, clientOf: () => 'one' })
  await close()
  await listen(0, worker)
  await listener.start()
  const id = await insertPayment(database.db)
  const heard = await joined(connected(), `payment:${id}`)
  await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('payments').set({ status: 'detected' }).where('id', '=', id).execute()
    await announce(tx, `payment:${id}`)
  })
  await expect.poll(() => heard).toEqual([{ status: 'detected' }])
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen keyhold%' and datname = current_database()",
  )
  await expect.poll(() => heard).toEqual([{ status: 'detected' }, {}])
  await listener.stop()
})

const DEMO = { publicUrl: null, isDemo: true }

async function listen(at: number, worker?: LiveWorker): Promise<void> {
  hub = createLiveHub(database.db, createLog({ level: 'debug', write: (line) => lines.push(line) }))
  live =
    worker ??
    createLiveServer({ hub, origin: DEMO, clientOf: (request) => request.socket.remoteAddress ?? '' })
  server = createServer()
  live.attach(server)
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
}

async function close(): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  await live.stop()
  await hub.stop()
  await closed
}

function connected(): Socket {
  const socket = new Socket(`ws://127.0.0.1:${String(port)}/live`, {
    transport: WebSocket,
    reconnectAfterMs: () => 100,
    rejoinAfterMs: () => 100,
  })
  sockets.push(socket)
  socket.connect()
  return socket
}

async function joined(socket: Socket, topic: string): Promise<unknown[]> {
  const heard: unknown[] = []
  const channel: Channel = socket.channel(topic, {})
  channel.on('changed', (payload: unknown) => void heard.push(payload))
  await reply(channel.join())
  return heard
}

function reply(push: ReturnType<Channel['join']>): Promise<void> {
  return new Promise((resolve, reject) => {
    push.receive('ok', () => resolve()).receive('error', reject)
  })
}

function address(path = '/live/websocket?vsn=2.0.0'): string {
  return `ws://127.0.0.1:${String(port)}${path}`
}

async function open(): Promise<WsClient> {
  const client = new WsClient(address())
  await new Promise((resolve, reject) => client.once('open', resolve).once('error', reject))
  return client
}

function statusOf({
  path,
  headers = {},
}: {
  path?: string
  headers?: Record<string, string>
}): Promise<number> {
  const client = new WsClient(address(path), { headers })
  return new Promise((resolve, reject) => {
    client.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      client.terminate()
    })
    client.once('open', () => {
      resolve(101)
      client.terminate()
    })
    client.on('error', (error) => {
      if (!error.message.includes('before the connection')) reject(error)
    })
  })
}
