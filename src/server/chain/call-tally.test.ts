import { expect, test } from 'vitest'
import { createCallTally } from './call-tally.ts'
import { testClock } from '#test/test-clock.ts'

const URLS = ['http://user:secret@node.example/v1/key', 'http://node.example/v1/key-two'] as const

test('each node’s calls of a day are counted, and the last error is reported without its URL', async () => {
  const time = testClock()
  const answers = [200, 429, 200]
  const tally = createCallTally(URLS, time.clock, () =>
    Promise.resolve(new Response('{}', { status: answers.shift() ?? 500 })),
  )
  await tally.fetch('http://node.example/v1/key')
  await tally.fetch('http://node.example/v1/key')
  await tally.fetch('http://node.example/v1/key-two')
  expect(tally.read()).toEqual([
    { callsADay: 2, lastError: { kind: 'http 429', at: time.clock() } },
    { callsADay: 1, lastError: null },
  ])
  time.pass(25 * 3600)
  expect(tally.read().map((node) => node.callsADay)).toEqual([0, 0])
})

test('an unreachable node is reported by its error code', async () => {
  const time = testClock()
  const tally = createCallTally(URLS, time.clock, () =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
    ),
  )
  await expect(tally.fetch('http://node.example/v1/key-two')).rejects.toThrow('fetch failed')
  expect(tally.read()[1]).toEqual({ callsADay: 1, lastError: { kind: 'ECONNREFUSED', at: time.clock() } })
})
