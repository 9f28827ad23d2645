import { expect, test } from 'vitest'
import { findEntries } from './find-entries.ts'

const ENTRIES = ['Generate keys', 'Keys', 'Import keys', 'Settings check', 'Ключи'].map((label) => ({
  id: label,
  label,
  open: () => undefined,
}))

test.each([
  ['', ['Generate keys', 'Keys', 'Import keys', 'Settings check', 'Ключи']],
  ['key', ['Keys', 'Generate keys', 'Import keys']],
  ['KEYS im', ['Import keys']],
  ['ключ', ['Ключи']],
  ['refund', []],
] as const)('“%s” finds %j', (text, labels) => {
  expect(findEntries(ENTRIES, text).map(({ label }) => label)).toEqual(labels)
})
