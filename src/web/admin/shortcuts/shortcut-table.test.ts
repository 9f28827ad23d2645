import { expect, test } from 'vitest'
import { isSearchChord, shortcutOf, TAB_LETTERS } from './shortcut-table.ts'

const NONE = { ctrlKey: false, altKey: false, metaKey: false }

test.each([
  // key  after g  what it asks for
  ['/', false, { kind: 'search' }],
  ['?', false, { kind: 'help' }],
  ['j', false, { kind: 'next' }],
  ['k', false, { kind: 'previous' }],
  ['g', false, { kind: 'prefix' }],
  ['o', false, null],
  ['o', true, { kind: 'tab', tab: 'orders' }],
  ['k', true, { kind: 'tab', tab: 'keys' }],
  ['?', true, null],
] as const)('%s, after g: %s', (key, isAfterPrefix, wanted) => {
  expect(shortcutOf({ key, ...NONE }, isAfterPrefix)).toEqual(wanted)
})

test('shortcuts of the browser and the system are left alone', () => {
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
    expect(shortcutOf({ key: 'k', ...NONE, [modifier]: true }, false)).toBeNull()
})

test('every tab has a letter of its own', () => {
  const letters = Object.values(TAB_LETTERS)
  expect(new Set(letters).size).toBe(letters.length)
})

test('Ctrl K and ⌘ K ask for the search, and nothing else with K does', () => {
  expect(isSearchChord({ key: 'k', ...NONE, ctrlKey: true })).toBe(true)
  expect(isSearchChord({ key: 'K', ...NONE, metaKey: true })).toBe(true)
  expect(isSearchChord({ key: 'k', ...NONE })).toBe(false)
  expect(isSearchChord({ key: 'k', ...NONE, ctrlKey: true, altKey: true })).toBe(false)
})
