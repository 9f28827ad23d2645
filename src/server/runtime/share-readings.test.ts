import { expect, test } from 'vitest'
import { testClock } from '#test/test-clock.ts'
import { shareReadings } from './share-readings.ts'

test('calls share a reading for its time, and none that failed', async () => {
  const { clock, pass } = testClock()
  let count = 0
  const read = shareReadings({ clock, forMs: 1_000 }, async () => {
    count += 1
    return count === 2 ? Promise.reject(new Error('no answer')) : count
  })
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  pass(1)
  const failing = [read(), read()]
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read()).toBe(3)
})
