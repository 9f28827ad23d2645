import { expect, test } from 'vitest'
import { readSettings } from '#server/config/read-settings.ts'
import { checkGameChanges } from './check-game-changes.ts'

function settingsOf(environment: Readonly<Record<string, string>>) {
  const outcome = readSettings(environment)
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
  return outcome.settings
}

test('what owners changed over the game folder is named, and what the folder no longer fits', () => {
  const changes = { prices: { standard: 4999, gone: 100 }, questions: { de: null } }
  expect(checkGameChanges(settingsOf({}), { version: 7, changes })).toEqual([
    {
      kind: 'ok',
      about: 'game',
      message: 'the back office decides (version 7): price of standard, price of gone, questions in de',
    },
    {
      kind: 'warning',
      about: 'game',
      message:
        'a change of the back office does not fit the game folder and is left out: price of gone: game.json has no edition gone',
    },
  ])
})

test('nothing is said where nothing is changed, or where the folder itself has faults', () => {
  expect(checkGameChanges(settingsOf({}), null)).toEqual([])
  expect(checkGameChanges(settingsOf({}), { version: 2, changes: {} })).toEqual([])
  const nowhere = settingsOf({ KEYHOLD_GAME: '/nonexistent' })
  expect(checkGameChanges(nowhere, { version: 1, changes: { prices: { standard: 1 } } })).toEqual([])
})

test('what a later release has stored is told', () => {
  const [finding] = checkGameChanges(settingsOf({}), { version: 3, changes: { colors: {} } })
  expect(finding).toMatchObject({ kind: 'warning', message: expect.stringContaining('version 3') as string })
})
