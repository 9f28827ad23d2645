import { expect, test } from 'vitest'
import { readByteRange } from './byte-range.ts'

const TAG = '"a"'
const part = (start: number, end: number) => ({ kind: 'part', start, end })
const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable' }

test.each([
  // range, of a file of 100 bytes
  [undefined, whole],
  ['bytes=0-', part(0, 99)],
  ['bytes=0-1', part(0, 1)],
  ['Bytes=10-19', part(10, 19)],
  ['bytes=99-99', part(99, 99)],
  ['bytes=90-1000', part(90, 99)],
  ['bytes=-10', part(90, 99)],
  ['bytes=-1000', part(0, 99)],
  ['bytes=-0', unsatisfiable],
  ['bytes=100-', unsatisfiable],
  ['bytes=100-200', unsatisfiable],
  ['bytes=99999999999999999999-', unsatisfiable],
  // not understood: ignored
  ['bytes=5-4', whole],
  ['bytes=-', whole],
  ['bytes=0-1,5-6', whole],
  ['bytes=a-b', whole],
  ['seconds=0-1', whole],
  ['', whole],
] as const)('the range %s is %o', (range, expected) => {
  expect(readByteRange({ range }, 100, TAG)).toEqual(expected)
})

test.each([
  [TAG, part(0, 1)],
  ['"b"', whole],
  ['W/"a"', whole],
  ['Sat, 18 Oct 2025 23:59:59 GMT', whole],
] as const)('a range of a file that is still %s is %o', (ifRange, expected) => {
  expect(readByteRange({ range: 'bytes=0-1', 'if-range': ifRange }, 100, TAG)).toEqual(expected)
})
