import { expect, test } from 'vitest'
import { ReadError, shouldRetry } from './query-client.ts'
import { retryDelayMs } from './read-again.ts'

test('a read is retried after 1, 2 and 4 seconds, and after at most 30', () => {
  expect([0, 1, 2].map(retryDelayMs)).toEqual([1000, 2000, 4000])
  expect(retryDelayMs(9)).toBe(30_000)
})

test.each([
  // failures so far, status, whether to retry
  [0, 0, true],
  [2, 503, true],
  [3, 503, false],
  [0, 429, true],
  [0, 404, false],
  [0, 403, false],
])('after %s failures, the last with status %s: retry = %s', (failures, status, again) => {
  const failure = {
    kind: 'failed',
    code: 'INTERNAL',
    error: '',
    status,
    retryAfterMs: null,
    requestId: null,
  } as const
  expect(shouldRetry(failures, new ReadError(failure))).toBe(again)
})
