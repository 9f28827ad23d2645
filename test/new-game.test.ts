import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkGame } from '#server/cli/check-game.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import { Game } from '#shared/game.ts'
import { GameTexts } from '#shared/game-texts.ts'
import { createEmptyDatabase } from './database.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { serveShop } from './served-shop.ts'
import { temporaryFolder } from './temporary-folder.ts'

// Follows docs/own-game.md from its first command to the page, with `./my-game` in a folder of its own.
const PAGE = readFileSync('docs/own-game.md', 'utf8')
const [CREATE = '', SHOW = ''] = commandsWith('npm run new:game')
let folder = ''
let game = ''

beforeAll(() => {
  folder = temporaryFolder()
  game = join(folder, 'my-game')
})

/** The lines of the page's first block of commands that has this one. */
function commandsWith(command: string): readonly string[] {
  const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => script.trim())
  return (blocks.find((script) => script.includes(command)) ?? '').split('\n')
}

/** Runs a documented command with what npm would run for `npm run new:game --`, and the folder of this test. */
function run(command: string, ...more: readonly string[]) {
  const words = command
    .replace('npm run new:game -- ', 'node scripts/new-game.ts ')
    .replace('./my-game', game)
    .replace(/\w+\.png/, (file) => join(folder, file))
    .split(' ')
  return spawnSync(process.execPath, [...words.slice(1), ...more], { encoding: 'utf8' })
}

function readGame(): Record<string, unknown> {
  return JSON.parse(readFileSync(join(game, 'game.json'), 'utf8')) as Record<string, unknown>
}

function findings() {
  const outcome = readSettings({ KEYHOLD_GAME: game })
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('\n'))
  return checkGame(outcome.settings)
}

test('the first command creates a folder that the shop can sell from, and warns of its samples', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(scripts['new:game']).toMatch(/ && node scripts\/new-game\.ts$/)
  const { status, stdout, stderr } = run(CREATE, '--languages', 'de')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`KEYHOLD_GAME=${game} npm start`)
  expect(findings()).toEqual([
    { kind: 'ok', about: 'game', message: 'My Game, complete' },
    ...['legal/en.json: sample texts', 'legal/de.json: sample texts', 'game.json: legal: an invented'].map(
      (text) => ({ kind: 'warning', about: 'game', message: expect.stringContaining(text) as string }),
    ),
  ])
  // another user may be the one that serves it
  expect(statSync(game).mode & 0o777).toBe(0o755)
})

test.each([
  ['a folder with something in it', () => [game], 'expected a new or an empty folder'],
  ['a file', () => [join(game, 'game.json')], 'expected a new or an empty folder'],
  ['no folder', () => [], 'expected one folder, got 0'],
  ['a language the shop does not have', () => [join(folder, 'b'), '--languages', 'xx'], 'got xx'],
  ['a long title', () => [join(folder, 'b'), '--title', 'x'.repeat(61)], 'expected a title of 1 to 60'],
  ['an unknown option', () => [join(folder, 'b'), '--force'], "Unknown option '--force'"],
] as const)('%s is refused, and nothing is left behind', (_what, words, message) => {
  const before = readdirSync(folder)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/new-game.ts', ...words()], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  expect(readdirSync(folder)).toEqual(before)
})

test('its page shows the new title', async () => {
  const database = await createEmptyDatabase()
  expect(SHOW).toBe('KEYHOLD_GAME=./my-game npm start')
  const shop = await serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_GAME: game,
  })
  const reply = await fetch(`${shop.url}/`)
  const page = await reply.text()
  await shop.stop()
  await database.close()
  expect(reply.status).toBe(200)
  expect(page).toContain('<title>My Game</title>')
  expect(page).toContain('$49.99')
})

describe('the script for pictures', () => {
  const [replace = '', add = ''] = commandsWith('node art/encode.mjs')
  const picture = (file: string, width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123' } })
      .png()
      .toFile(join(folder, file))

  test('replaces a picture in the widths that game.json has', async () => {
    await picture('hero.png', 1700, 1000)
    const before = readFileSync(join(game, 'pictures', 'hero-640.avif'))
    const { status, stdout, stderr } = run(replace)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain('game.json')
    expect(readFileSync(join(game, 'pictures', 'hero-640.avif'))).not.toEqual(before)
    expect(await sharp(join(game, 'pictures', 'hero-640.webp')).metadata()).toMatchObject({
      width: 640,
      height: 360,
    })
  })

  test('adds a picture in the widths it is told, and prints its entry for game.json', async () => {
    await picture('boss.png', 1600, 1000)
    const { status, stdout } = run(add)
    const entry: unknown = JSON.parse(/not in game\.json: (.*)/.exec(stdout)?.[1] ?? '')
    expect([status, entry]).toEqual([
      0,
      { name: 'boss', widths: [480, 960, 1600], width: 1600, height: 1000 },
    ])
    const files = readdirSync(join(game, 'pictures')).filter((file) => file.startsWith('boss-'))
    expect(files).toHaveLength(7)
    const shots = readGame()['gallery'] as readonly { readonly id: string }[]
    writeGame({ gallery: shots.map(({ id }) => ({ id, picture: entry })) })
    expect(findings()[0]?.kind).toBe('ok')
  })

  test.each([
    [['new', 'boss.png'], 'expected the name of a picture in game.json, or its widths'],
    [['boss', 'boss.png', '--widths', '480,1700'], 'expected 1700 pixels of width'],
    [['boss', 'boss.png', '1,2'], 'expected LEFT,TOP,WIDTH'],
    [['boss', 'boss.png', '900,0,800'], 'inside of'],
    [['boss', 'none.png'], 'there is no file'],
    [['Boss', 'boss.png'], 'expected a name of lower-case letters'],
  ])('says what it cannot do: %j', ([name = '', file = '', ...more], message) => {
    const words = ['art/encode.mjs', '--game', game, name, join(folder, file), ...more]
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  })
})

describe('the document', () => {
  test('names every field of game.json, and the shop takes every field that it names', () => {
    const table = /^## `game\.json`\n([\s\S]*?)^An `id`/m.exec(PAGE)?.[1] ?? ''
    const named = [...table.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    )
    expect(named.sort()).toEqual(Object.keys(Game.shape).sort())
    cpSync('game/trailer', join(game, 'trailer'), { recursive: true })
    const { trailer } = JSON.parse(readFileSync('game/game.json', 'utf8')) as { trailer: unknown }
    writeGame({
      currency: 'EUR',
      afterLaunch: 'out-now',
      trailer,
      hasCreatorBeta: true,
      partners: [{ id: 'someone', name: 'Someone', mark: 'icon.svg' }],
      wishlistUrl: 'https://store.example/my-game',
      theme: exampleTheme(),
    })
    const file = join(game, 'texts', 'en.json')
    const texts = JSON.parse(readFileSync(file, 'utf8')) as GameTexts
    const { subtitle, description, editions, benefits, comingSoon } = texts
    const whole = {
      ...texts,
      benefitsTitle: 'For supporters',
      creatorBeta: { title: 'For creators', text: 'Play first.', perks: ['A code'] },
      partners: { title: 'Partners', lead: 'Who helps.', items: { someone: 'Sound' } },
      afterLaunch: { subtitle, description, editions: laterEditions(editions), benefits, comingSoon },
    }
    for (const language of ['en', 'de'])
      writeFileSync(join(game, 'texts', `${language}.json`), JSON.stringify(whole))
    expect(Object.keys(readGame()).sort()).toEqual(named.sort())
    expect(findings()[0]).toMatchObject({ kind: 'ok' })
    expect(Object.keys(whole).sort()).toEqual(Object.keys(GameTexts.shape).sort())
    expect(Object.keys(whole).filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([])
  })

  test('shows the faults of a folder as the shop prints them', () => {
    const copy = join(folder, 'faulty')
    cpSync('test/example-game', copy, { recursive: true })
    const german = join(copy, 'texts', 'de.json')
    const texts = JSON.parse(readFileSync(german, 'utf8')) as { features: { items: Record<string, unknown> } }
    const { fog: _, ...items } = texts.features.items
    writeFileSync(german, JSON.stringify({ ...texts, features: { ...texts.features, items } }))
    rmSync(join(copy, 'pictures', 'harbour-320.avif'))
    const icons = join(copy, 'pictures', 'icons.svg')
    writeFileSync(icons, readFileSync(icons, 'utf8').replace('id="lantern"', 'id="lamp"'))
    const [, printed = ''] = /^```\n(game folder: [\s\S]*?)\n```$/m.exec(PAGE) ?? []
    expect(existsSync(copy)).toBe(true)
    expect(() => openGameFolder(copy)).toThrow(printed)
    expect(printed.split('\n')).toHaveLength(4)
  })
})

/** What to do with a key is the same after the release. */
function laterEditions(editions: GameTexts['editions']) {
  return Object.fromEntries(
    Object.entries(editions).map(([id, { redeem: _, ...words }]) => [id, words] as const),
  )
}

/** The theme of the document, whose typeface is put into the folder. */
function exampleTheme(): unknown {
  mkdirSync(join(game, 'fonts'))
  cpSync('src/server/captcha/fonts/bitter-bold.woff2', join(game, 'fonts', 'bitter.woff2'))
  const [, theme = ''] = /^```json\n"theme": ([\s\S]*?)^```$/m.exec(PAGE) ?? []
  return JSON.parse(theme)
}

function writeGame(changes: object): void {
  writeFileSync(join(game, 'game.json'), JSON.stringify({ ...readGame(), ...changes }))
}
