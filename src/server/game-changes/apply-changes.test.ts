import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGameFolder, parseDocuments, type GameFolder } from '#server/site/load-game.ts'
import { gameDifferences, GameChanges, GameContent } from '#shared/game-changes.ts'
import { rebaseGame } from '#shared/rebase-game.ts'
import { applyChanges, changedFiles } from './apply-changes.ts'
import { wantedGame } from './change-game.ts'
import { gameChangesFrom, gameContentOf } from './game-content-of.ts'

const FOLDER = openGameFolder('game')
const CONTENT = gameContentOf(FOLDER)
const GERMAN = CONTENT.texts.de
if (GERMAN?.questions === undefined || GERMAN.questions === null) throw new Error('expected German questions')
const QUESTIONS = GERMAN.questions

/** Of every kind of change one. */
const WANTED: GameContent = {
  ...CONTENT,
  releaseAt: '2031-05-02T16:00:00+02:00',
  afterLaunch: 'out-now',
  editions: {
    standard: { priceCents: 4999, prices: {}, redeem: null },
    supporter: {
      priceCents: 11999,
      prices: {},
      redeem: {
        shop: 'Steam',
        link: 'https://store.example/keys',
        steps: Object.fromEntries(Object.keys(CONTENT.texts).map((one) => [one, ['First', 'Then']])),
      },
    },
  },
  texts: {
    ...CONTENT.texts,
    de: {
      questions: { title: 'Fragen', items: [...QUESTIONS.items].reverse() },
      announcement: { title: 'Bald', text: 'Am Freitag.' },
      laterAnnouncement: { title: 'Da', text: 'Seit Freitag.' },
    },
  },
}

test('what is wanted is stored as what differs, and applied it is what is wanted', () => {
  const changes = gameChangesFrom(CONTENT, WANTED)
  expect(Object.keys(changes.prices ?? {})).toEqual(['standard'])
  expect(Object.keys(changes.questions ?? {})).toEqual(['de'])
  const { sold, unapplied } = applyChanges(FOLDER, changes)
  expect(unapplied).toEqual([])
  expect(gameDifferences(gameContentOf(sold), WANTED)).toEqual([])
  expect(gameDifferences(gameContentOf(sold), CONTENT)).not.toEqual([])
  // what is not among the changes, such as the picture of an edition, stays
  expect(sold.game.editions.map(({ picture }) => picture)).toEqual(
    FOLDER.game.editions.map(({ picture }) => picture),
  )
  expect(gameChangesFrom(CONTENT, CONTENT)).toEqual({})
})

test('the exported files, copied over the folder, need no change any more', () => {
  const copy = mkdtempSync(join(tmpdir(), 'keyhold-game-'))
  try {
    cpSync('game', copy, { recursive: true })
    const changed = applyChanges(FOLDER, gameChangesFrom(CONTENT, WANTED))
    const files = changedFiles(FOLDER, changed)
    expect([...files.keys()]).toHaveLength(1 + Object.keys(CONTENT.texts).length)
    for (const [file, text] of files) writeFileSync(join(copy, file), text)
    const folder = openGameFolder(copy)
    expect(gameDifferences(gameContentOf(folder), WANTED)).toEqual([])
    expect(changedFiles(folder, applyChanges(folder, gameChangesFrom(CONTENT, WANTED)))).toEqual(new Map())
  } finally {
    rmSync(copy, { recursive: true })
  }
})

const ENGLISH_ALONE: GameFolder = {
  ...FOLDER,
  documents: {
    ...FOLDER.documents,
    texts: new Map([...FOLDER.documents.texts].filter(([language]) => language === 'en')),
  },
}

test.each<[string, GameFolder, GameChanges, string]>([
  [
    'an edition that is gone',
    FOLDER,
    { prices: { gone: 100 } },
    'price of gone: game.json has no edition gone',
  ],
  [
    'redeeming of an edition that is gone',
    FOLDER,
    { redeem: { gone: null } },
    'redeeming of gone: game.json has no edition gone',
  ],
  [
    'a language that is gone',
    ENGLISH_ALONE,
    { questions: { de: QUESTIONS } },
    'questions in de: the folder has no texts/de.json',
  ],
  [
    'redeeming without steps',
    FOLDER,
    { redeem: { standard: { shop: 'Steam', link: 'https://store.example', steps: {} } } },
    // the folder has steps of its own, which stay
    '',
  ],
])('%s is left out and told, and the rest applies', (_what, folder, changes, message) => {
  const { sold, unapplied } = applyChanges(folder, { ...changes, releaseAt: '2031-05-02T16:00:00Z' })
  expect(unapplied).toEqual(message === '' ? [] : [message])
  expect(sold.game.releaseAt).toEqual(new Date('2031-05-02T16:00:00Z'))
})

test('what fits the folder and makes no valid game is left out and told', () => {
  const texts = new Map(
    [...FOLDER.documents.texts].map(([language, json]) => {
      const { afterLaunch: _, ...rest } = json
      return [language, rest] as const
    }),
  )
  const folder = { ...FOLDER, documents: { ...FOLDER.documents, texts } }
  const { sold, unapplied } = applyChanges(folder, { afterLaunch: 'out-now', prices: { standard: 100 } })
  expect(unapplied).toEqual(['what follows the release: texts/en.json: afterLaunch: missing'])
  expect(sold.game).toMatchObject({ afterLaunch: null, editions: [{ priceCents: 100 }, {}] })
})

test('entries over what somebody else has saved keep what was typed, and take the rest', () => {
  const saved = gameContentOf(
    applyChanges(FOLDER, { prices: { standard: 100, supporter: 200 }, questions: { de: null } }).sold,
  )
  const typed = {
    ...CONTENT,
    editions: { ...CONTENT.editions, standard: { priceCents: 300, prices: {}, redeem: null } },
  }
  const rebased = rebaseGame(CONTENT, typed, saved)
  expect(gameDifferences(saved, rebased).map(({ field, edition }) => [field, edition])).toEqual([
    ['price', 'standard'],
    ['redeem', 'standard'],
    ...Object.keys(CONTENT.texts).map(() => ['redeem', 'standard']),
  ])
  expect(rebased.editions['supporter']?.priceCents).toBe(200)
  expect(saved.editions['standard']?.priceCents).toBe(100)
})

const POUNDS = { standard: { GBP: 5499 }, supporter: { GBP: 9999 } }

/** The folder with prices in pounds, too. */
function inPounds(): GameFolder {
  const editions = FOLDER.documents.game['editions'] as Readonly<Record<string, object>>
  const priced = Object.entries(POUNDS).map(([id, prices]) => [id, { ...editions[id], prices }] as const)
  const documents = {
    ...FOLDER.documents,
    game: { ...FOLDER.documents.game, editions: Object.fromEntries(priced) },
  }
  const parsed = parseDocuments(documents)
  if ('faults' in parsed) throw new Error(parsed.faults.join())
  return { ...FOLDER, documents, ...parsed }
}

test('a price in another currency is changed, shown, put over what others saved, and exported', () => {
  const folder = inPounds()
  const before = gameContentOf(folder)
  expect(before.editions['standard']).toMatchObject({ priceCents: 6399, prices: { GBP: 5499 } })
  const { standard } = before.editions
  if (standard === undefined) throw new Error('expected the standard edition')
  const wanted = {
    ...before,
    editions: { ...before.editions, standard: { ...standard, prices: { GBP: 4499 } } },
  }
  expect(gameDifferences(before, wanted)).toEqual([
    { field: 'price', edition: 'standard', currency: 'GBP', language: null, before: '5499', after: '4499' },
  ])
  const changes = gameChangesFrom(before, wanted)
  expect(changes).toEqual({ pricesIn: { GBP: { standard: 4499 } } })
  expect(GameChanges.parse(changes)).toEqual(changes)
  const changed = applyChanges(folder, changes)
  expect(changed.unapplied).toEqual([])
  expect(gameContentOf(changed.sold)).toEqual(wanted)
  expect([...changedFiles(folder, changed).keys()]).toEqual(['game.json'])
  const saved = gameContentOf(applyChanges(folder, { prices: { standard: 100 } }).sold)
  expect(rebaseGame(before, wanted, saved).editions['standard']).toMatchObject({
    ...{ priceCents: 100, prices: { GBP: 4499 } },
  })
})

test('a price in a currency that the folder has none in is left out, and not asked for', () => {
  const changes = { pricesIn: { JPY: { standard: 1 }, GBP: { gone: 1, supporter: 8999 } } }
  const { sold, unapplied } = applyChanges(inPounds(), changes)
  expect(unapplied).toEqual([
    'price of standard in JPY: game.json has no price of standard in JPY',
    'price of gone in GBP: game.json has no edition gone',
  ])
  expect(sold.game.editions.map(({ prices }) => prices)).toEqual([{ GBP: 5499 }, { GBP: 8999 }])
  // a draft of the time before the folder had pounds
  const draft = GameContent.parse({
    ...CONTENT,
    editions: Object.fromEntries(
      Object.entries(CONTENT.editions).map(([id, { priceCents, redeem }]) => [id, { priceCents, redeem }]),
    ),
  })
  const saved = gameContentOf(inPounds())
  expect(rebaseGame(saved, draft, saved)).toEqual(saved)
  expect(wantedGame(inPounds(), draft)).toMatchObject({ kind: 'invalid' })
  expect(wantedGame(inPounds(), saved)).toMatchObject({ kind: 'changes', changes: {} })
})
