import { expect, test } from 'vitest'
import { narrowOffset } from './server-clock.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000).toUTCString()
const local = (ms: number) => 1_800_000_000_000 + ms

test('one response bounds the offset to one second plus its time on the wire', () => {
  const reading = { dateHeader: at(60), sentAtMs: local(0), receivedAtMs: local(200) }
  expect(narrowOffset(null, reading)).toEqual({ lowMs: 59_800, highMs: 61_000 })
})

test('a second response narrows the bounds', () => {
  const first = narrowOffset(null, { dateHeader: at(60), sentAtMs: local(0), receivedAtMs: local(200) })
  const second = { dateHeader: at(61), sentAtMs: local(500), receivedAtMs: local(600) }
  expect(narrowOffset(first, second)).toEqual({ lowMs: 60_400, highMs: 61_000 })
})

test('if a clock was changed in between, only the newest response counts', () => {
  const first = narrowOffset(null, { dateHeader: at(60), sentAtMs: local(0), receivedAtMs: local(200) })
  const later = { dateHeader: at(5), sentAtMs: local(4000), receivedAtMs: local(4100) }
  expect(narrowOffset(first, later)).toEqual({ lowMs: 900, highMs: 2000 })
})

test('an invalid date changes nothing', () => {
  const known = { lowMs: 1, highMs: 2 }
  expect(narrowOffset(known, { dateHeader: 'soon', sentAtMs: 0, receivedAtMs: 0 })).toBe(known)
})
