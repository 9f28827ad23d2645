import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { generateKeys, KeyCountError } from './generate-keys.ts'
import { importKeys } from './import-keys.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { readKeyRows } from '#test/insert-key.ts'

const STANDARD = { onSale: EDITION_IDS, unnamed: 'standard' }
const NONE = { onSale: EDITION_IDS, unnamed: null }

const NOW = new Date('2026-11-20T12:00:00Z')
const PARTIAL = { now: NOW, mode: 'partial' } as const
const WHOLE = { now: NOW, mode: 'whole' } as const

const database = useTestDatabase()
beforeEach(() => database.db.deleteFrom('game_keys').execute())

test.each([1, 10, 100])('%i generated keys are new, well formed and free', async (count) => {
  await generateKeys(database.db, TEST_CIPHER, 'supporter', count)
  const keys = await stock()
  expect(keys).toHaveLength(count)
  for (const { game_key, game_edition } of keys) {
    expect(game_key).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/)
    expect(game_edition).toBe('supporter')
  }
})

test.each([0, -1, 101, 1.5, NaN, Infinity])('%d keys are refused', async (count) => {
  await expect(generateKeys(database.db, TEST_CIPHER, 'standard', count)).rejects.toThrow(KeyCountError)
  expect(await stock()).toEqual([])
})

test('the formats of all publishers are accepted, one key per line', async () => {
  const lines = ['AAAAA-BBBBB-CCCCC', '', '  abcd-efgh-jklm-nopq  ', 'X1-Y2', '\t']
  expect(await importKeys(database.db, TEST_CIPHER, lines, STANDARD, WHOLE)).toMatchObject({
    added: 3,
    duplicateLines: [],
    badLines: [],
  })
  expect(await keysNow()).toEqual(['AAAAA-BBBBB-CCCCC', 'ABCD-EFGH-JKLM-NOPQ', 'X1-Y2'])
})

test('CSV has the edition of each line; a heading, quotes and a byte order mark are ignored', async () => {
  const lines = [
    '\uFEFFkey,edition',
    '"AAAA-0001",standard',
    'AAAA-0002;Supporter',
    'AAAA-0003\tsupporter',
    'AAAA-0004,',
    'supporter,AAAA-0005',
  ]
  expect(await importKeys(database.db, TEST_CIPHER, lines, STANDARD, PARTIAL)).toMatchObject({
    added: 5,
    badLines: [],
  })
  const editions = (await stock()).map((key) => `${key.game_key} ${key.game_edition}`)
  expect(editions).toEqual([
    'AAAA-0001 standard',
    'AAAA-0002 supporter',
    'AAAA-0003 supporter',
    'AAAA-0004 standard',
    'AAAA-0005 supporter',
  ])
})

test('bad and duplicate lines are reported by number, and the good ones are added', async () => {
  await importKeys(database.db, TEST_CIPHER, ['OLD1-OLD1'], STANDARD, PARTIAL)
  const lines = [
    'NEW1-NEW1',
    'OLD1-OLD1',
    'new1-new1',
    'NEW2-NEW2,deluxe',
    'NODASH',
    'A-B',
    'TOO-LONG'.repeat(30),
    'NULL\0-AAAA',
    'ÄÖÜÄ-AAAA',
    'NEW3-NEW3',
  ]
  expect(await importKeys(database.db, TEST_CIPHER, lines, STANDARD, PARTIAL)).toEqual({
    good: 2,
    added: 2,
    duplicateLines: [2, 3],
    badLines: [4, 5, 6, 7, 8, 9],
    faults: [
      { fault: 'encoding', count: 1, lines: [8] },
      { fault: 'edition-unknown', count: 1, lines: [4] },
      { fault: 'characters', count: 1, lines: [9] },
      { fault: 'length', count: 3, lines: [5, 6, 7] },
    ],
  })
  expect(await keysNow()).toEqual(['NEW1-NEW1', 'NEW3-NEW3', 'OLD1-OLD1'])
})

test('a list with a bad line adds nothing, and can be checked without adding', async () => {
  const lines = ['AAAA-0001', 'AAAA-0002,deluxe']
  expect(await importKeys(database.db, TEST_CIPHER, lines, STANDARD, WHOLE)).toMatchObject({
    good: 1,
    added: 0,
    badLines: [2],
  })
  expect(
    await importKeys(database.db, TEST_CIPHER, ['AAAA-0001'], STANDARD, { now: NOW, mode: 'check' }),
  ).toMatchObject({ good: 1, added: 0 })
  expect(await stock()).toEqual([])
  expect(
    await database.db.selectFrom('key_imports').select('id').where('status', '<>', 'done').execute(),
  ).toEqual([])
})

test('a line without an edition is bad where none is given', async () => {
  const report = await importKeys(
    database.db,
    TEST_CIPHER,
    ['AAAA-0001', 'AAAA-0002,standard'],
    NONE,
    PARTIAL,
  )
  expect(report).toMatchObject({ added: 1, duplicateLines: [], badLines: [1] })
})

test('a duplicate far down the file is reported as well', async () => {
  const lines = Array.from({ length: 2_500 }, (_, index) => `AAAA-${String(index).padStart(4, '0')}`)
  const report = await importKeys(
    database.db,
    TEST_CIPHER,
    [...lines, 'AAAA-0000', 'AAAA-2499'],
    STANDARD,
    PARTIAL,
  )
  expect(report).toMatchObject({ added: 2_500, duplicateLines: [2_501, 2_502], badLines: [] })
})

test('an interrupted file adds nothing', async () => {
  async function* breaksOff() {
    for (let index = 0; index < 1_500; index++) yield `AAAA-${String(index).padStart(4, '0')}`
    await Promise.reject(new Error('the disk is gone'))
  }
  await expect(importKeys(database.db, TEST_CIPHER, breaksOff(), STANDARD, PARTIAL)).rejects.toThrow(
    'the disk is gone',
  )
  expect(await stock()).toEqual([])
})

test('two concurrent imports of one file add each key once', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `AAAA-${String(index).padStart(4, '0')}`)
  const reports = await Promise.all([
    importKeys(database.db, TEST_CIPHER, lines, STANDARD, PARTIAL),
    importKeys(database.db, TEST_CIPHER, lines, STANDARD, PARTIAL),
  ])
  expect(reports.map((report) => report.added).sort((a, b) => a - b)).toEqual([0, 300])
})

const stock = async () =>
  (await readKeyRows(database.db)).sort((one, other) => (one.game_key < other.game_key ? -1 : 1))

async function keysNow(): Promise<readonly string[]> {
  return (await stock()).map((key) => key.game_key)
}
