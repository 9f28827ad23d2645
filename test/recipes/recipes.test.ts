import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { Game } from '#shared/game.ts'
import { GameTexts, textFaults } from '#shared/game-texts.ts'
import { createOverlayProgram, type Reports } from './overlay-program.ts'
import { RECIPES, type Edit, type Recipe } from './recipes.ts'

const page = readFileSync('docs/where-things-go.md', 'utf8')

// All dummies at once: two runs of the compiler instead of two for each recipe.
let begun: Reports
let whole: Reports

beforeAll(() => {
  const program = createOverlayProgram()
  const first = RECIPES.flatMap((recipe) => recipe.first)
  begun = program.check(edited(first))
  const all = edited([...first, ...RECIPES.flatMap((recipe) => recipe.rest)])
  whole = program.check(all, new Set([...begun.keys(), ...all.keys()]))
})

/** The files with the changes made, by path. */
function edited(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const read = (file: string) => texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
  for (const { file, change } of edits) texts.set(file, change(read(file), read))
  return texts
}

/** The files that a step of a recipe names; `*` stands for a folder's name. */
function filesOf({ title }: Pick<Recipe, 'title'>, step: number): readonly string[] {
  const section = page.split(/^### /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  const item = section.split(/^\d\. /m)[step] ?? ''
  return [...item.matchAll(/`((?:src|game|test|docs|bench|scripts)\/[a-z0-9*./-]+|\.env\.example)`/g)].map(
    ([, file = '']) => file,
  )
}

const matches = (name: string, file: string) =>
  new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[a-z-]+')}$`).test(file)

test.each(RECIPES)('$title: its first step names the files where one begins', (recipe) => {
  expect([...filesOf(recipe, 1)].sort()).toEqual([...new Set(recipe.first.map(({ file }) => file))].sort())
})

test.each(RECIPES)(
  '$title: its second step names the files the compiler asks for, and no other',
  (recipe) => {
    const asked = [...begun].filter(([, reports]) => reports.some((report) => recipe.dummy.test(report)))
    const files = asked.map(([file]) => file)
    const named = filesOf(recipe, 2)
    expect(files.filter((file) => !named.some((name) => matches(name, file)))).toEqual([])
    // of two dummies in one text the compiler may report the other
    expect(named.filter((name) => ![...begun.keys()].some((file) => matches(name, file)))).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  },
)

test.each(RECIPES)('$title: followed to its end it compiles', (recipe) => {
  const left = [...whole].filter(([, reports]) => reports.some((report) => recipe.dummy.test(report)))
  expect(left).toEqual([])
  const named = [1, 2, 3].flatMap((step) => filesOf(recipe, step))
  const edits = [...recipe.first, ...recipe.rest].map(({ file }) => file)
  expect(edits.filter((file) => !named.some((name) => matches(name, file)))).toEqual([])
})

// Data of the game folder: what the compiler does elsewhere, the shop does here as it starts.
const EDITION = { title: 'An edition' }

test('An edition: it is an entry of game.json and its words, which every language is asked for', () => {
  expect(filesOf(EDITION, 1)).toEqual(['game/game.json'])
  expect(filesOf(EDITION, 2)).toEqual(['game/texts/*.json'])
  const facts = readJson('game/game.json') as { readonly editions: Readonly<Record<string, object>> }
  const [one] = Object.values(facts.editions)
  const game = Game.parse({
    ...facts,
    editions: { ...facts.editions, dummy: { ...one, isBestValue: false } },
  })
  for (const name of readdirSync('game/texts')) {
    const texts = GameTexts.parse(readJson(`game/texts/${name}`))
    const more = (editions: GameTexts['editions']) => ({ ...editions, dummy: Object.values(editions)[0] })
    const { afterLaunch } = texts
    expect(textFaults(game, texts), name).toEqual([
      'editions.dummy: missing',
      ...(afterLaunch === undefined ? [] : ['afterLaunch.editions.dummy: missing']),
    ])
    const whole = GameTexts.parse({
      ...texts,
      editions: more(texts.editions),
      ...(afterLaunch === undefined
        ? {}
        : { afterLaunch: { ...afterLaunch, editions: more(afterLaunch.editions) } }),
    })
    expect(textFaults(game, whole), name).toEqual([])
  }
})

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

test('every recipe of the page is followed', () => {
  const titles = page.split('\n## Recipes\n')[1]?.match(/^### .*$/gm) ?? []
  expect(titles.map((title) => title.slice('### '.length)).sort()).toEqual(
    [...RECIPES, EDITION].map(({ title }) => title).sort(),
  )
})
