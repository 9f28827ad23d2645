import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { until } from '#test/until.ts'
import { createHeartbeatWorker } from './heartbeat-worker.ts'

const SECRET_PATH = '/ping/8f2c-secret'

let server: Server
let url: string
let beats: string[]
let status: number
let logged: string[]
beforeEach(async () => {
  beats = []
  logged = []
  status = 200
  server = createServer((request, response) => {
    beats.push(request.url ?? '')
    // status 0: a server that never replies
    if (status !== 0) response.writeHead(status).end('a body')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${SECRET_PATH}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const heartbeat = (canSell: () => boolean, withinMs = 10_000) =>
  createHeartbeatWorker({
    url,
    canSell: () => Promise.resolve(canSell()),
    log: createLog({ level: 'info', write: (line) => logged.push(line) }),
    everyMs: 10,
    withinMs,
  })

test('it is requested again and again while the shop can sell, and not while it cannot', async () => {
  let isSelling = true
  let asked = 0
  const worker = heartbeat(() => {
    asked++
    return isSelling
  })
  await worker.start()
  await until(() => beats.length >= 3)
  isSelling = false
  await until(() => logged.length === 1)
  const [before, askedBefore] = [beats.length, asked]
  await until(() => asked > askedBefore + 3)
  expect(beats).toHaveLength(before)
  isSelling = true
  await until(() => beats.length > before)
  await worker.stop()
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('held back')
})

test.each([
  ['refuses', 503, 'http 503'],
  ['redirects', 302, 'http 302'],
  ['never replies', 0, 'TimeoutError'],
])('a service that %s is asked again, and its address is in no log', async (_how, replied, kind) => {
  status = replied
  const worker = heartbeat(() => true, replied === 0 ? 50 : undefined)
  await worker.start()
  await until(() => logged.length >= 2)
  await worker.stop()
  expect(logged[0]).toContain(kind)
  expect(logged.join()).not.toMatch(/secret|127\.0\.0\.1/)
})

test('a service that is not there is named by its error code only', async () => {
  await new Promise((resolve) => server.close(resolve))
  const worker = heartbeat(() => true)
  await worker.start()
  await until(() => logged.length >= 2)
  await worker.stop()
  expect(logged[0]).toContain('ECONNREFUSED')
  expect(logged.join()).not.toMatch(/secret|127\.0\.0\.1/)
})
