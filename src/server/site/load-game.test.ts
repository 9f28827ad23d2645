import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { GameFolderError, loadGame, loadGameTexts } from './load-game.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function copyOfGame(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-game-'))
  folders.push(folder)
  cpSync('game', folder, { recursive: true })
  return folder
}

test('the game sold by default has the prices, title and release instant of the specification', () => {
  const game = loadGame('game')
  expect(game.title).toBe('Ashen Dominion')
  expect(game.releaseAt).toEqual(new Date('2025-10-18T23:59:59Z'))
  expect(game.editions.standard).toMatchObject({ id: 'standard', priceCents: 6399, stock: 'backorder' })
  expect(game.editions.supporter).toMatchObject({ id: 'supporter', priceCents: 11999, stock: 'backorder' })
})

test('a language without texts of its own reads the English ones', () => {
  const folder = copyOfGame()
  rmSync(join(folder, 'texts', 'ar.json'))
  const texts = loadGameTexts(folder, loadGame(folder))
  expect(texts.ar).toEqual(texts.en)
})

test('a broken game folder is refused with the file and every fault in one message', () => {
  const folder = copyOfGame()
  const game = JSON.parse(readFileSync(join(folder, 'game.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, 'game.json'), JSON.stringify({ ...game, title: '', supportEmail: 'nobody' }))
  expect(() => loadGame(folder)).toThrow(GameFolderError)
  expect(() => loadGame(folder)).toThrow(/game\.json[\s\S]*title[\s\S]*supportEmail/)
})

test('a game folder without English texts is refused', () => {
  const folder = copyOfGame()
  rmSync(join(folder, 'texts', 'en.json'))
  expect(() => loadGameTexts(folder, loadGame(folder))).toThrow(/en\.json/)
})
