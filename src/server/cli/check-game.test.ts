import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '#server/config/read-settings.ts'
import type { Settings } from '#server/config/settings.ts'
import { checkGame } from './check-game.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

/** What is found in a folder, `game` by default, with `game.json` and `legal/en.json` changed. */
function findingsOf(change: object = {}, legal: object = {}) {
  const folder = temporaryFolder()
  cpSync('test/example-game', folder, { recursive: true })
  const file = join(folder, 'game.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }))
  const english = join(folder, 'legal', 'en.json')
  writeFileSync(
    english,
    JSON.stringify({ ...(JSON.parse(readFileSync(english, 'utf8')) as object), ...legal }),
  )
  return checkGame(settingsWith(folder))
}

function settingsWith(gameFolder: string): Settings {
  const outcome = readSettings({ KEYHOLD_GAME: gameFolder })
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('\n'))
  return outcome.settings
}

test('a game with its own seller, and texts in every language it offers, is complete', () => {
  const findings = findingsOf({ languages: ['en', 'de'] })
  expect(findings.filter(({ message }) => !message.startsWith('legal/de.json'))).toEqual([
    { kind: 'ok', about: 'game', message: 'Lantern Drift, complete' },
  ])
})

test('languages without texts are warned of, in one line for each kind of text', () => {
  const [, texts, legal, ...others] = findingsOf().map(({ kind, message }) => `${kind} ${message}`)
  expect(texts).toMatch(
    /^warning texts\/ru\.json, texts\/zh\.json, .*: missing, .* read texts in en; write them/,
  )
  expect(texts).not.toContain('texts/de.json')
  expect(legal).toContain('legal/de.json')
  expect(others).toEqual([])
})

test('texts in a language that is not offered are warned of', () => {
  const [, ...warnings] = findingsOf({ languages: ['en'] })
  expect(warnings.map(({ message }) => message)).toEqual([
    'texts/de.json: not used; add the language to languages in game.json, or remove the file',
  ])
})

test('the default language must have texts, and facts of the seller that are written by language', () => {
  const seller = { company: 'Hafenlicht', address: ['Kai 3'], country: { en: 'Iceland' } }
  expect(findingsOf({ languages: ['de', 'en'], legal: seller })).toEqual([
    { kind: 'fault', about: 'game', message: 'game.json: legal.country: expected a text in de' },
  ])
  expect(findingsOf({ languages: ['fr', 'en'] }).map(({ message }) => message)).toEqual([
    'texts/fr.json: missing',
    'legal/fr.json: missing',
  ])
})

test('samples are each warned of: legal texts by file, and a sample seller', () => {
  const findings = checkGame(settingsWith('game'))
  expect(findings.map(({ kind }) => kind)).toEqual(['ok', ...Array.from({ length: 8 }, () => 'warning')])
  expect(findings.map(({ message }) => message).join('\n')).toMatch(
    /legal\/de\.json: sample texts[\s\S]*game\.json: legal: an invented seller/,
  )
})

test('colours that cannot be read and fonts that are missing are faults', () => {
  const bitter = { name: 'Bitter', author: 'A', licence: 'OFL 1.1', files: [{ file: 'bitter.woff2' }] }
  expect(findingsOf({ theme: { fonts: { text: bitter } } })).toEqual([
    { kind: 'fault', about: 'game', message: 'fonts/bitter.woff2: missing' },
  ])
  const [first, ...others] = findingsOf({ theme: { colors: { label: '#444444' } } })
  expect(first?.kind).toBe('fault')
  expect(first?.message).toBe(
    'game.json: theme.colors: label #444444 on background #070a16: contrast 2.02 : 1, expected 4.5 : 1 or more; make label lighter or background darker',
  )
  expect(others).toHaveLength(2)
})

test('a shop without a seller is warned of', () => {
  expect(findingsOf({ legal: null })).toContainEqual({
    kind: 'warning',
    about: 'game',
    message: 'game.json: legal: missing; imprint, privacy and terms name no seller',
  })
})

test('a shop without an accessibility statement is warned of', () => {
  expect(findingsOf({}, { accessibility: null })).toContainEqual({
    kind: 'warning',
    about: 'game',
    message:
      'legal/en.json: accessibility: missing; shops for consumers in the European Union need a statement',
  })
})
