import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Failure } from '#shared/api.ts'
import { createLog } from '#server/runtime/log.ts'
import { noteOrder } from '#server/runtime/work-context.ts'
import { appWith } from '#test/app-with.ts'
import { until } from '#test/until.ts'
import { CallError, clientOf, type App } from './app.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const DEEP = z.object({ name: z.string(), padding: z.string() })
let app: App
let lines: string[]

beforeEach(async () => {
  lines = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  app = await appWith(
    (routes) => {
      routes.get('/client', (request) => ({ client: clientOf(request) }))
      routes.get('/limited', () => {
        throw new CallError(429, 'RATE_LIMITED', 'Too many at once.')
      })
      routes.get('/broken', () => {
        throw new Error('nobody may read this')
      })
      routes.post('/deep', { schema: { body: DEEP } }, async ({ body: { name } }) => {
        await nextTurn()
        log.info({}, `deep ${name}`)
        noteOrder(`order ${name}`)
        return { success: true }
      })
    },
    { log, trustedProxies: ['10.0.0.0/8'] },
  )
})

afterEach(() => app.close())

describe('a request has an id', () => {
  const logged = () => lines.map((line) => JSON.parse(line) as { requestId?: string; message: string })

  test('in its reply, in the body of a failure, and in every line that is logged meanwhile', async () => {
    const answers = await Promise.all([app.inject('/broken'), app.inject('/limited'), app.inject('/client')])
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(answers.slice(0, 2).map((answer) => answer.json<Failure>().requestId)).toEqual(ids.slice(0, 2))
    expect(logged().every(({ requestId }) => ids.includes(requestId))).toBe(true)
    expect(
      logged()
        .filter(({ requestId }) => requestId === ids[0])
        .map(({ message }) => message),
    ).toEqual(['a call failed', 'answered'])
  })

  test('which code deeper down logs without knowing it, also after a body was read, with the order that it found', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        fetch(`http://127.0.0.1:${String(port)}/deep`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: JSON.stringify({ name, padding: 'x'.repeat(60_000) }),
        }),
      ),
    )
    const ids = replies.map(({ headers }) => headers.get('x-request-id'))
    await until(() => logged().length === 6)
    for (const [index, name] of ['a', 'b', 'c'].entries())
      expect(logged()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ message: `deep ${name}`, requestId: ids[index] }),
          expect.objectContaining({ message: 'answered', requestId: ids[index], orderId: `order ${name}` }),
        ]),
      )
  })

  test.each([
    ['a trusted proxy', '10.1.2.3', 'id-of.the_proxy-1', 'id-of.the_proxy-1'],
    ['a trusted proxy, too long', '10.1.2.3', 'x'.repeat(65), null],
    ['a trusted proxy, not one word', '10.1.2.3', 'id of the "proxy"', null],
    ['anybody else', '192.0.2.1', 'id-of.the_proxy-1', null],
  ])('which %s may give', async (_who, remoteAddress, given, expected) => {
    const answer = await app.inject({ url: '/client', remoteAddress, headers: { 'x-request-id': given } })
    const id = answer.headers['x-request-id']
    if (expected === null) expect(id).toMatch(/^[0-9a-f]{16}$/)
    else expect(id).toBe(expected)
    expect(logged()[0]).toMatchObject({ requestId: id })
  })

  test('also where a path cannot be read or does not exist', async () => {
    for (const url of ['/%c0%80', '/nowhere'])
      expect((await app.inject(url)).headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
  })
})

test('the forwarded header counts from a trusted proxy only', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const from = async (remoteAddress: string) =>
    (await app.inject({ url: '/client', remoteAddress, headers })).json<{ client: string }>().client
  expect(await from('10.1.2.3')).toBe('203.0.113.9')
  expect(await from('198.51.100.7')).toBe('198.51.100.7')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0001::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the client %s counts as %s', (ip, client) => expect(clientOf({ ip })).toBe(client))
