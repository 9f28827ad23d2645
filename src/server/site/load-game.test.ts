import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { BUDGETS } from '#test/budgets.ts'
import type { Game } from '#shared/game.ts'
import { GameFolderError, loadGame, loadGameTexts, openGameFolder } from './load-game.ts'

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

function gameWithEditions(editions: object): string {
  const folder = copyOfGame()
  const file = join(folder, 'game.json')
  const game = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify({ ...game, editions }))
  return folder
}

/** The editions with their pictures and files by name. */
function namedOf(editions: Game['editions']) {
  return editions.map(({ picture, files, ...facts }) => ({
    ...facts,
    picture: picture?.name,
    ...(files && { files: files.map(({ file }) => file) }),
  }))
}

test('the game sold by default has the expected prices, title and release instant', () => {
  const game = loadGame('game')
  const launcher = { shop: 'Emberfall Launcher', link: 'https://play.ashen-dominion.example/keys' }
  expect(game.title).toBe('Ashen Dominion')
  expect(game.releaseAt).toEqual(new Date('2025-10-18T23:59:59Z'))
  expect(namedOf(game.editions)).toEqual([
    {
      id: 'standard',
      priceCents: 6399,
      stock: 'backorder',
      isBestValue: false,
      redeem: launcher,
      picture: 'edition-standard',
    },
    {
      id: 'supporter',
      priceCents: 11999,
      stock: 'backorder',
      isBestValue: true,
      redeem: launcher,
      picture: 'edition-supporter',
      files: ['ashen-dominion-art-book.pdf', 'ashen-dominion-soundtrack.wav'],
    },
  ])
})

describe('the editions of a game', () => {
  const facts = { priceCents: 100, stock: 'reserve' }
  const redeem = { shop: 'Launcher', link: 'https://play.example/keys' }

  test('may say where a key is used: with a shop, an https link and steps in the texts', () => {
    const bad = { shop: ' ', link: 'http://play.example', colour: 'red' }
    expect(() =>
      loadGame(gameWithEditions({ standard: { ...facts, redeem: bad }, supporter: facts })),
    ).toThrow(
      /editions\.standard\.redeem\.shop: .*\n.*editions\.standard\.redeem\.link: .*\n.*editions\.standard\.redeem: /,
    )
    // the texts of the game sold by default have steps for both
    const one = gameWithEditions({ standard: { ...facts, redeem }, supporter: facts })
    expect(() => loadGameTexts(one, loadGame(one))).toThrow(
      /texts\/en\.json: editions\.supporter\.redeem: not in game\.json/,
    )
    const english = join(one, 'texts', 'en.json')
    const texts = JSON.parse(readFileSync(english, 'utf8')) as {
      readonly editions: Record<string, Record<string, unknown>>
    }
    delete texts.editions['standard']?.['redeem']
    writeFileSync(english, JSON.stringify(texts))
    expect(() => loadGameTexts(one, loadGame(one))).toThrow(/editions\.standard\.redeem: missing/)
  })

  test('may show where a key is typed, in a picture that has words', () => {
    const picture = { name: 'hero', widths: [640], width: 640, height: 360 }
    const folder = gameWithEditions({
      standard: { ...facts, redeem: { ...redeem, picture } },
      supporter: { ...facts, redeem: { ...redeem, picture: { ...picture, name: 'none' } } },
    })
    expect(() => openGameFolder(folder)).toThrow(
      /editions\.standard\.redeem\.alt: missing[\s\S]*pictures\/none-640\.avif: missing/,
    )
  })

  test.each([
    [['voyage']],
    [['deckhand', 'captain', 'crew-of-four']],
    [['one', 'two', 'three', 'four', 'five', 'six', 'seven']],
  ])('are named by its folder, in its order: %j', (ids) => {
    const folder = gameWithEditions(Object.fromEntries(ids.map((id) => [id, facts])))
    expect(loadGame(folder).editions).toEqual(ids.map((id) => ({ id, ...facts, isBestValue: false })))
  })

  test.each([
    ['none', {}],
    ['an id in capitals', { Deluxe: facts }],
    ['an id with a space', { 'de luxe': facts }],
    ['an id that ends in a hyphen', { 'deluxe-': facts }],
    ['an id of 41 characters', { ['x'.repeat(41)]: facts }],
    ['an id that filters use', { all: facts }],
    ['a price of nothing', { deluxe: { ...facts, priceCents: 0 } }],
    ['a price that no order can have', { deluxe: { ...facts, priceCents: 1_000_000_001 } }],
  ])('are refused: %s', (_what, editions) => {
    expect(() => loadGame(gameWithEditions(editions))).toThrow(/game\.json: editions/)
  })

  test('must have texts, and texts name no other edition', () => {
    const folder = gameWithEditions({ standard: facts, deluxe: facts })
    expect(() => loadGameTexts(folder, loadGame(folder))).toThrow(
      /texts\/en\.json: editions\.deluxe: missing[\s\S]*texts\/en\.json: editions\.supporter: not in game\.json/,
    )
  })

  test('may have pictures, which have words for those who cannot see them', () => {
    const picture = { name: 'gate', widths: [480], width: 480, height: 360, focus: [50, 20] }
    const folder = gameWithEditions({ standard: { ...facts, picture }, supporter: facts })
    const english = join(folder, 'texts', 'en.json')
    writeFileSync(
      english,
      readFileSync(english, 'utf8').replaceAll(/("name": "Standard Edition",)\s*"alt": "[^"]*",/g, '$1'),
    )
    expect(() => openGameFolder(folder)).toThrow(
      /texts\/en\.json: editions\.standard\.alt: missing[\s\S]*afterLaunch\.editions\.standard\.alt: missing/,
    )
    const outside = { ...picture, name: 'none', focus: [50, 120] }
    expect(() => loadGame(gameWithEditions({ standard: { ...facts, picture: outside } }))).toThrow(
      /game\.json: editions\.standard\.picture\.focus\.1: /,
    )
  })

  test('are all that texts of law may name', () => {
    const folder = gameWithEditions({ standard: facts })
    expect(() => openGameFolder(folder)).toThrow(
      /legal\/en\.json: terms\.\w+: no placeholder {supporterEdition}/,
    )
  })
})

test('prices in other currencies are in the same ones for every edition, and none in the shop’s', () => {
  const faultsOf = (...prices: readonly (object | undefined)[]) => {
    const [standard, supporter] = prices.map((of) => ({
      priceCents: 1000,
      stock: 'backorder',
      ...(of && { prices: of }),
    }))
    try {
      return loadGame(gameWithEditions({ standard, supporter })).editions.map((edition) => edition.prices)
    } catch (error) {
      return error instanceof GameFolderError ? error.faults : error
    }
  }
  const prices = { GBP: 900, JPY: 1500 }
  expect(faultsOf(prices, prices)).toEqual([prices, prices])
  expect(faultsOf(prices, { GBP: 1 })).toEqual([
    'game.json: editions.supporter.prices.JPY: expected a price in JPY, in which another edition has one',
  ])
  expect(faultsOf(undefined, { GBP: 1 })).toEqual([
    'game.json: editions.standard.prices.GBP: expected a price in GBP, in which another edition has one',
  ])
  const own = { USD: 900 }
  expect(faultsOf(own, own)).toHaveLength(2)
  expect(faultsOf(own, own)).toContain(
    'game.json: editions.standard.prices.USD: expected no price in USD, which priceCents is in',
  )
  for (const wrong of [{ gbp: 1 }, { XXX: 1 }, { GBP: 0 }, { GBP: 1.5 }])
    expect(faultsOf(wrong, wrong)).toHaveLength(2)
})

test('a language without its own texts has the English ones', () => {
  const folder = copyOfGame()
  rmSync(join(folder, 'texts', 'ar.json'))
  const texts = loadGameTexts(folder, loadGame(folder))
  expect(texts.ar).toEqual(texts.en)
})

test('an invalid game folder is rejected with its file and all faults in one message', () => {
  const folder = copyOfGame()
  const game = JSON.parse(readFileSync(join(folder, 'game.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, 'game.json'), JSON.stringify({ ...game, title: '', supportEmail: 'nobody' }))
  expect(() => loadGame(folder)).toThrow(GameFolderError)
  expect(() => loadGame(folder)).toThrow(/game\.json[\s\S]*title[\s\S]*supportEmail/)
})

test('a game folder without English texts is rejected', () => {
  const folder = copyOfGame()
  rmSync(join(folder, 'texts', 'en.json'))
  expect(() => loadGameTexts(folder, loadGame(folder))).toThrow(/en\.json/)
})

test('the game sold by default has every text, picture and icon it names', () => {
  expect(openGameFolder('game').credits.licence).toBe('CC BY 3.0')
})

test('everything missing from a game folder is reported together: a text, a picture, an icon', () => {
  const folder = copyOfGame()
  rmSync(join(folder, 'pictures', 'hero-640.avif'))
  const icons = join(folder, 'pictures', 'icons.svg')
  writeFileSync(icons, readFileSync(icons, 'utf8').replace('id="badge-skill"', 'id="badge-other"'))
  const texts = JSON.parse(readFileSync(join(folder, 'texts', 'de.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, 'texts', 'de.json'), JSON.stringify({ ...texts, subtitle: '' }))
  let faults: readonly string[] = []
  try {
    openGameFolder(folder)
  } catch (error) {
    if (error instanceof GameFolderError) faults = error.faults
  }
  expect(faults).toEqual([
    expect.stringMatching(/^texts\/de\.json: subtitle: /),
    'pictures/hero-640.avif: missing',
    'pictures/icons.svg: no symbol badge-skill',
  ])
})

test('pictures of editions and sections must be there', () => {
  const folder = copyOfGame()
  const file = join(folder, 'game.json')
  const game = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const sectionPictures = { comingSoon: { name: 'dawn', widths: [640], width: 640, height: 360 } }
  writeFileSync(file, JSON.stringify({ ...game, sectionPictures }))
  expect(() => openGameFolder(folder)).toThrow('pictures/dawn-640.avif: missing')
})

test('legal texts are required in English, and faults in any language are reported by file and section', () => {
  const folder = copyOfGame()
  const german = join(folder, 'legal', 'de.json')
  writeFileSync(german, readFileSync(german, 'utf8').replaceAll('{topUpHours}', '{hours}'))
  expect(() => openGameFolder(folder)).toThrow('legal/de.json: terms.payment: no placeholder {hours}')
  rmSync(german)
  expect(openGameFolder(folder).legal.written.get('de')).toBeUndefined()
  rmSync(join(folder, 'legal', 'en.json'))
  expect(() => openGameFolder(folder)).toThrow('legal/en.json: missing')
})

describe('the trailer of a game', () => {
  test('the one that is sold by default has two sizes in two codecs, within its bytes', () => {
    const { trailer } = loadGame('game')
    expect(trailer?.seconds).toBeGreaterThanOrEqual(20)
    expect(trailer?.seconds).toBeLessThanOrEqual(30)
    const versions = trailer?.sources.map(({ codec, width }) => `${codec} ${String(width)}`)
    expect(versions?.toSorted()).toEqual(['av1 1280', 'av1 854', 'h264 1280', 'h264 854'])
    const bytes = readdirSync('game/trailer').map((file) => statSync(join('game/trailer', file)).size)
    expect(bytes.reduce((all, size) => all + size, 0)).toBeLessThan(BUDGETS.bytes.trailer)
  })

  function folderWithTrailer(change: (trailer: Record<string, unknown>) => void): string {
    const folder = copyOfGame()
    const file = join(folder, 'game.json')
    const game = JSON.parse(readFileSync(file, 'utf8')) as { trailer: Record<string, unknown> }
    change(game.trailer)
    writeFileSync(file, JSON.stringify(game))
    return folder
  }

  test('may be missing', () => expect(loadGame('test/example-game').trailer).toBeNull())

  test.each([
    ['a poster that is no picture', { poster: 'poster.gif' }, /trailer\.poster: expected .*webp or avif/],
    ['a film of no length', { seconds: 0 }, /trailer\.seconds/],
    ['no size', { width: undefined }, /trailer\.width/],
    ['no source', { sources: [] }, /trailer\.sources: expected a source with h264/],
    [
      'a source outside its folder',
      { sources: [{ file: '../film.mp4', codec: 'h264', width: 854 }] },
      /trailer\.sources\.0\.file: expected a name such as trailer\.webm/,
    ],
    [
      'H.264 in WebM, which no browser plays',
      { sources: [{ file: 'film.webm', codec: 'h264', width: 854 }] },
      /trailer\.sources\.0: expected an mp4 file/,
    ],
    [
      'only AV1, which not every browser plays',
      { sources: [{ file: 'film.webm', codec: 'av1', width: 854 }] },
      /trailer\.sources: expected a source with h264/,
    ],
    ['an unknown field', { autoplay: true }, /trailer/],
  ])('is rejected: %s', (_what, fields, fault) => {
    const folder = folderWithTrailer((trailer) => Object.assign(trailer, fields))
    expect(() => loadGame(folder)).toThrow(fault)
  })

  test('has all its files, each in the format of its ending, and no caption after its end', () => {
    const folder = folderWithTrailer((trailer) => {
      trailer['poster'] = 'still.webp'
      trailer['seconds'] = 16
    })
    const file = (name: string) => join(folder, 'trailer', name)
    rmSync(file('captions-en.vtt'))
    writeFileSync(file('captions-fr.vtt'), 'WEBVTT\n\n00:01 --> 00:02\nUn\n')
    writeFileSync(file('captions-de.vtt'), '00:01.000 --> 00:02.000\nEins\n')
    writeFileSync(file('captions-he.vtt'), 'WEBVTT\n')
    writeFileSync(file('captions-zh.vtt'), 'WEBVTT\n\n00:02.000 --> 00:01.000\n一\n')
    writeFileSync(file('trailer-854.mp4'), 'no film, but long enough')
    truncateSync(file('trailer-854.webm'), 33_000_000)
    expect(() => openGameFolder(folder)).toThrow(
      [
        'trailer/still.webp: missing',
        'trailer/trailer-854.webm: expected at most 32 MB, got 33.0 MB',
        'trailer/trailer-854.mp4: expected mp4, got another format',
        'trailer/captions-en.vtt: missing',
        'trailer/captions-ru.vtt: expected an end within 16 seconds, got 00:14.800 --> 00:16.900',
        'trailer/captions-zh.vtt: expected an end after its start, got 00:02.000 --> 00:01.000',
        'trailer/captions-ar.vtt: expected an end within 16 seconds, got 00:14.800 --> 00:16.900',
        'trailer/captions-fr.vtt: expected a time such as 00:01.500 --> 00:04.000, got 00:01 --> 00:02',
        'trailer/captions-de.vtt: expected WEBVTT in its first line',
        'trailer/captions-he.vtt: has no captions',
      ].join('\n'),
    )
  })
})
