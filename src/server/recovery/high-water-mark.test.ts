import { expect, test } from 'vitest'
import { isOfUnusedShop, mergeReserved, parseMark, type HighWaterMark } from './high-water-mark.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const EVENT = { id: '7', at: '2026-11-22T10:00:00.000Z' }
const MARK: HighWaterMark = {
  version: 2,
  databaseId: ID,
  formerIds: [ID],
  systemId: '77',
  timeline: 3,
  reserved: { aa: 20 },
  newestEvents: [EVENT],
}
const EARLIER = { version: 1, databaseId: ID, reserved: { aa: 20 }, newestEvent: EVENT }
const READ_EARLIER = { ...MARK, formerIds: [], systemId: '', timeline: 0 }
const { formerIds: _formerIds, ...WITHOUT_FORMER } = MARK

test.each([
  ['as it was written', MARK, MARK],
  ['without former ids', WITHOUT_FORMER, { ...MARK, formerIds: [] }],
  ['of an earlier release', EARLIER, READ_EARLIER],
  [
    'of an earlier release that had no event',
    { ...EARLIER, newestEvent: null },
    { ...READ_EARLIER, newestEvents: [] },
  ],
  ['of a later release', { ...MARK, version: 3 }, null],
  ['with a field that is not known', { ...MARK, extra: 1 }, null],
  ['of an earlier release with a field that is not known', { ...EARLIER, extra: 1 }, null],
  ['with an index below 0', { ...MARK, reserved: { aa: -1 } }, null],
  ['with a timeline below 0', { ...MARK, timeline: -1 }, null],
  ['with an event that has no number', { ...MARK, newestEvents: [{ ...EVENT, id: '7a' }] }, null],
  ['with an event of more than its number', { ...MARK, newestEvents: [{ ...EVENT, id: 'a7' }] }, null],
  [
    'with an event of two digits',
    { ...MARK, newestEvents: [{ ...EVENT, id: '17' }] },
    { ...MARK, newestEvents: [{ ...EVENT, id: '17' }] },
  ],
  ['with an event that has another field', { ...MARK, newestEvents: [{ ...EVENT, extra: 1 }] }, null],
  ['that is empty', null, null],
])('a mark %s is read', (_what, content, expected) => expect(parseMark(content)).toEqual(expected))

test('reserved indexes are merged to the higher one of each', () => {
  expect(mergeReserved({ aa: 20, bb: 1 }, { aa: 3, bb: 5, cc: 0 })).toEqual({ aa: 20, bb: 5, cc: 0 })
})

test.each([
  [[], [], true],
  [[EVENT], [], false],
  [[], [ID], false],
])(
  'a mark with the events %j and the former ids %j is one of an unused shop: %s',
  (newestEvents, formerIds, isUnused) => {
    expect(isOfUnusedShop({ ...MARK, newestEvents, formerIds })).toBe(isUnused)
  },
)
