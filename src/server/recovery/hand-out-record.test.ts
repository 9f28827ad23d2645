import { appendFile, chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { createHandOutRecord, type HandOutRecord } from './hand-out-record.ts'
import type { HighWaterMark } from './high-water-mark.ts'
import { readHandOutRecords } from './read-hand-out-records.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const DATABASE_ID = '11111111-1111-4111-8111-111111111111'
const OTHER_ID = '22222222-2222-4222-8222-222222222222'
const hash = (byte: number) => Buffer.alloc(16, byte)

let folder: string
let logged: string[]
let mark: HighWaterMark
const time = testClock()
beforeEach(async () => {
  folder = temporaryFolder()
  logged = []
  mark = {
    version: 2,
    databaseId: DATABASE_ID,
    formerIds: [],
    systemId: '1',
    timeline: 1,
    reserved: { f639de5d: 20 },
    newestEvents: [{ id: '1', at: '2026-11-24T12:00:00.000Z' }],
  }
})

const open = (target: string | null, waitMs = 60_000): HandOutRecord =>
  createHandOutRecord({
    target,
    mark: () => mark,
    clock: time.clock,
    log: createLog({ level: 'warn', write: (line) => logged.push(line) }),
    waitMs,
    retryMs: 5,
  })

test('what left is read from the folder again: keys of any process once, and the furthest addresses', async () => {
  const target = join(folder, 'elsewhere')
  const record = open(target)
  await record.handedOut([hash(1), hash(2)])
  const began = time.clock()
  time.pass(60)
  await record.handedOut([hash(1)])
  await record.reserved()
  mark = { ...mark, reserved: { f639de5d: 40, '00c0ffee': 7 } }
  await record.reserved()
  // a database that a recovery made of this one
  mark = { ...mark, databaseId: OTHER_ID, formerIds: [DATABASE_ID] }
  await record.handedOut([hash(3)])
  await record.close()
  const [name = ''] = await readdir(target)
  // the machine was lost in the middle of a line
  await appendFile(join(target, name), '{"at":"2026-')
  await writeFile(join(target, 'other.txt'), 'not a record')

  const read = await readHandOutRecords([target, target, join(folder, 'none')], DATABASE_ID)
  expect(read?.hashes.map((one) => one[0]).sort()).toEqual([1, 2, 3])
  expect(read?.reserved).toEqual({ f639de5d: 40, '00c0ffee': 7 })
  expect([read?.from, read?.to]).toEqual([began, time.clock()])
  expect((await readHandOutRecords([target], OTHER_ID))?.hashes).toHaveLength(1)
  expect(await readHandOutRecords([target], '33333333-3333-4333-8333-333333333333')).toBe(null)
})

test('while the folder takes nothing sales go on, and what is missing follows by itself', async () => {
  const target = join(folder, 'elsewhere')
  await writeFile(target, 'a file where the folder should be')
  const record = open(target)
  await record.handedOut([hash(1)])
  expect(record.failingSince()).toEqual(time.clock())
  await record.handedOut([hash(2)])
  await record.reserved()
  await rm(target)
  await until(() => record.failingSince() === null)
  await record.close()
  const read = await readHandOutRecords([target], DATABASE_ID)
  expect(read?.hashes).toHaveLength(2)
  expect(read?.reserved).toEqual({ f639de5d: 20 })
  expect(logged.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['error', 'warn'])
  expect((await readdir(target)).length).toBe(1)
  await chmod(target, 0o700)
})

test('an address gets each line as a file of its own, with the password of the address in a header', async () => {
  const stored = new Map<string, string>()
  let refused = 1
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const isAllowed = request.headers.authorization === `Basic ${Buffer.from('ada:pw').toString('base64')}`
      if (request.method === 'PUT' && isAllowed && refused-- <= 0) stored.set(request.url ?? '', body)
      else response.statusCode = 503
      response.end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const record = open(`http://ada:pw@127.0.0.1:${String(port)}/shop/?days=90`)
  await record.handedOut([hash(1)])
  expect(record.failingSince()).not.toBe(null)
  await until(() => record.failingSince() === null)
  await record.handedOut([hash(2)])
  await record.close()
  expect([...stored.keys()]).toHaveLength(2)
  for (const [path, body] of stored) {
    expect(path).toMatch(/^\/shop\/keyhold-11111111-[\w.-]+\.record\?days=90$/)
    await writeFile(join(folder, path.slice('/shop/'.length, path.indexOf('?'))), body)
  }
  expect((await readHandOutRecords([folder], DATABASE_ID))?.hashes).toHaveLength(2)
  expect(logged.join()).not.toMatch(/ada|pw@|127\.0\.0\.1/)
  server.close()
})

test('a place that hangs counts as failing, nobody waits for it twice, and what is missing follows', async () => {
  const stored: string[] = []
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const answer = () => {
        stored.push(body)
        response.end()
      }
      if (stored.length + held.length === 0) held.push(answer)
      else answer()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const record = open(`http://127.0.0.1:${String(port)}/`, 20)
  await record.handedOut([hash(1)])
  expect(record.failingSince()).toEqual(time.clock())
  await record.handedOut([hash(2)])
  expect(stored).toEqual([])
  await until(() => held.length === 1)
  for (const answer of held) answer()
  await until(() => stored.length === 2)
  await until(() => record.failingSince() === null)
  await record.close()
  expect(stored.join()).toContain(hash(2).toString('base64url'))
  server.close()
})

test('a shop that nobody has ordered at records nothing: its folder may be that of a shop that was lost', async () => {
  mark = { ...mark, newestEvents: [] }
  const record = open(folder)
  await record.reserved()
  expect(await readdir(folder)).toEqual([])
  mark = { ...mark, newestEvents: [{ id: '1', at: '2026-11-24T12:00:00.000Z' }] }
  await record.reserved()
  expect((await readHandOutRecords([folder], DATABASE_ID))?.reserved).toEqual({ f639de5d: 20 })
  await record.close()
})

test('without a target nothing is recorded', async () => {
  const record = open(null)
  await record.handedOut([hash(1)])
  await record.reserved()
  await record.close()
  expect(record.failingSince()).toBe(null)
  expect(await readdir(folder)).toEqual([])
})
