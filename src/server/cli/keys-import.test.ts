import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { keyhold } from '#test/keyhold.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const database = useTestDatabase()
const folder = temporaryFolder()

const keysImport = (words: readonly string[], stdin = '') =>
  keyhold(['keys', 'import', ...words], { DATABASE_URL: database.url, KEYHOLD_DATA: folder }, stdin)

test('a file of keys and editions is added; invalid lines are reported by number, and no key is printed', async () => {
  const file = join(folder, 'keys.csv')
  await writeFile(
    file,
    'key,edition\nAAAA-BBBB-CCCC,supporter\nAAAA-BBBB-DDDD,standard\nAAAA-BBBB-CCCC,supporter\nx\n',
  )
  const faults = ['1 exist already: line 4', '1 are no key: too short, or too long: line 5']
  expect(await keysImport([file])).toEqual({
    status: 1,
    out: [
      '0 keys added',
      ...faults,
      'nothing was added: correct the bad lines, or add the other 2 with --partial',
    ],
    said: [],
  })
  expect(await keysImport([file, '--dry-run'])).toMatchObject({
    ...{ status: 1, out: ['2 keys would be added', ...faults] },
  })
  expect(await keysImport([file, '--partial'])).toMatchObject({ status: 1, out: ['2 keys added', ...faults] })
  expect((await keysImport([file, '--partial', '--dry-run'])).status).toBe(2)
})

test('a file in UTF-16 is named as such, once', async () => {
  const file = join(folder, 'utf16.txt')
  await writeFile(file, Buffer.from('\uFEFFAAAA-BBBB\r\nAAAA-CCCC\r\n', 'utf16le'))
  const { status, out } = await keysImport([file, '--edition', 'standard'])
  expect([status, out.length]).toEqual([1, 3])
  expect(out[1]).toMatch(/^\d+ are not UTF-8 \(UTF-16\?\): save the file as UTF-8: line 1, 2/)
})

test('standard input is read like a file, each line a key of the given edition', async () => {
  expect(await keysImport(['-', '--edition', 'standard'], '11111-22222-33333\n44444-55555-66666')).toEqual({
    status: 0,
    out: ['2 keys added'],
    said: [],
  })
})

test('a missing file is reported in one sentence', async () => {
  expect(await keysImport([join(folder, 'none.csv')])).toEqual({
    status: 1,
    out: [],
    said: ['the file cannot be read (ENOENT)'],
  })
})
