import { expect, test } from 'vitest'
import { reconnectAfterMs } from './live-client.ts'

test('a lost connection is retried after 1, 2, 5 and then every 10 seconds', () => {
  expect([1, 2, 3, 4, 5, 50].map(reconnectAfterMs)).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000])
})
