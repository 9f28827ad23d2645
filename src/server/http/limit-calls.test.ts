import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { appWith } from '#test/app-with.ts'
import type { App } from './app.ts'

test('a call that waits too long is answered instead, one of staff later, and a reply that has begun is finished', async () => {
  const isOver = Promise.withResolvers<undefined>()
  const body = new PassThrough()
  const addRoutes = (routes: App) => {
    routes.get('/hangs', () => isOver.promise)
    routes.get('/staff', { config: { rule: 'signed in' } }, () => isOver.promise)
    routes.get('/film', (_request, reply) => reply.type('video/mp4').send(body))
  }
  const other = await appWith(addRoutes, { callLimits: { callMs: 50, longCallMs: 150 } })
  const began = performance.now()
  const film = other.inject('/film')
  body.write('first ')
  const hangs = await other.inject('/hangs')
  expect([hangs.statusCode, hangs.headers['retry-after'], hangs.json()]).toMatchObject([
    503,
    '2',
    { code: 'UNAVAILABLE' },
  ])
  expect((await other.inject('/staff')).statusCode).toBe(503)
  expect(performance.now() - began).toBeGreaterThan(150)
  body.end('last')
  expect([(await film).statusCode, (await film).body]).toEqual([200, 'first last'])
  isOver.resolve(undefined)
  await other.close()
})
