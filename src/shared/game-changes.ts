import * as z from 'zod'
import { CurrencyField, EditionField } from './api.ts'
import { paragraphField } from './api-fields.ts'
import { ORDER_PRICE_MAX } from './constants.ts'
import type { Currency } from './currency.ts'
import type { EditionId } from './editions.ts'
import { LANGUAGES, type Language } from './languages.ts'

// What owners change in the back office, over the game folder.

/** The most characters of a text that can be changed. */
export const GAME_TEXT_MAX = 5000
/** The most questions of a language. */
export const GAME_QUESTIONS_MAX = 50
/** The most steps of redeeming a key. */
export const REDEEM_STEPS_MAX = 8

/** As long as it may be, whatever a folder has: saved unchanged, it must not be refused. */
const Line = paragraphField(1, GAME_TEXT_MAX)
/** By every language, where there are words in it. */
const byLanguage = <T extends z.ZodType>(words: T) => z.partialRecord(z.enum(LANGUAGES), words)

const Announcement = z.strictObject({ title: Line, text: Line })
export type Announcement = z.infer<typeof Announcement>

const Questions = z.strictObject({
  title: Line,
  items: z
    .array(z.strictObject({ question: Line, answer: Line }))
    .min(1)
    .max(GAME_QUESTIONS_MAX),
})
export type Questions = z.infer<typeof Questions>

const Price = z.int().min(1).max(ORDER_PRICE_MAX)
const RedeemPlace = { shop: paragraphField(1, 60), link: z.url({ protocol: /^https$/ }) }
const Steps = z.array(Line).min(1).max(REDEEM_STEPS_MAX)
const AfterLaunch = z.enum(['out-now']).nullable()

/** Where and how the keys of an edition are used. */
const Redeem = z.strictObject({ ...RedeemPlace, steps: byLanguage(Steps) })
export type Redeem = z.infer<typeof Redeem>

const GameWords = z.strictObject({
  questions: Questions.nullable(),
  announcement: Announcement,
  /** Shown after the release with `out-now`; null where the folder has no texts for then. */
  laterAnnouncement: Announcement.nullable(),
})
export type GameWords = z.infer<typeof GameWords>

/** Everything of a game that the back office can change, in full: what its form contains. */
export const GameContent = z.strictObject({
  /** In ISO 8601, with any offset. */
  releaseAt: z.iso.datetime({ offset: true }),
  afterLaunch: AfterLaunch,
  editions: z.record(
    EditionField,
    z.strictObject({
      /** In the shop's currency. */
      priceCents: Price,
      /** In the other currencies. */
      prices: z.record(CurrencyField, Price).default({}),
      redeem: Redeem.nullable(),
    }),
  ),
  /** By every language that has a file in the folder. */
  texts: byLanguage(GameWords),
})
export type GameContent = z.infer<typeof GameContent>

/** What differs from the game folder; what is absent is as in the folder. A version stores this. */
export const GameChanges = z.strictObject({
  releaseAt: z.iso.datetime({ offset: true }).optional(),
  afterLaunch: AfterLaunch.optional(),
  /** In the shop's currency. */
  prices: z.record(EditionField, Price).optional(),
  /** In the other currencies, by currency and edition. */
  pricesIn: z.record(CurrencyField, z.record(EditionField, Price)).optional(),
  /** Null where keys are said to be used nowhere. */
  redeem: z.record(EditionField, Redeem.nullable()).optional(),
  questions: byLanguage(Questions.nullable()).optional(),
  announcement: byLanguage(Announcement).optional(),
  laterAnnouncement: byLanguage(Announcement).optional(),
})
export type GameChanges = z.infer<typeof GameChanges>

/** What a change is about. */
export const GAME_FIELDS = [
  'price',
  'releaseAt',
  'afterLaunch',
  'redeem',
  'questions',
  'announcement',
  'laterAnnouncement',
] as const
type GameField = (typeof GAME_FIELDS)[number]

/** One change for people: what it was and what it is, as texts. Null where there is nothing. */
export interface GameDifference {
  readonly field: GameField
  readonly edition: EditionId | null
  /** Of a price in another currency than the shop's. */
  readonly currency: Currency | null
  readonly language: Language | null
  readonly before: string | null
  readonly after: string | null
}

/** The changes that make one content of another; empty where both are the same. */
export function gameDifferences(before: GameContent, after: GameContent): GameDifference[] {
  const old = new Map(entriesOf(before).map((entry) => [keyOf(entry), entry.text]))
  const entries = entriesOf(after)
  const found = entries.map((entry) => ({ ...entry, was: old.get(keyOf(entry)) ?? null }))
  const gone = entriesOf(before).filter((entry) => !entries.some((one) => keyOf(one) === keyOf(entry)))
  return [
    ...found
      .filter(({ was, text }) => was !== text)
      .map(({ was, text, ...about }) => ({ ...about, before: was, after: text })),
    ...gone
      .filter(({ text }) => text !== null)
      .map(({ text, ...about }) => ({ ...about, before: text, after: null })),
  ]
}

interface Entry {
  readonly field: GameField
  readonly edition: EditionId | null
  readonly currency: Currency | null
  readonly language: Language | null
  readonly text: string | null
}

const keyOf = ({ field, edition, currency, language }: Entry) =>
  [field, edition, currency, language].join(' ')

function entriesOf({ releaseAt, afterLaunch, editions, texts }: GameContent): Entry[] {
  const none = { edition: null, currency: null, language: null }
  return [
    { ...none, field: 'releaseAt', text: new Date(releaseAt).toISOString() },
    { ...none, field: 'afterLaunch', text: afterLaunch },
    ...Object.entries(editions).flatMap(([edition, { priceCents, prices, redeem }]) => [
      { ...none, field: 'price' as const, edition, text: String(priceCents) },
      ...Object.entries(prices).map(([currency, price]) => {
        return { ...none, field: 'price' as const, edition, currency, text: String(price) }
      }),
      ...redeemEntries(edition, redeem),
    ]),
    ...LANGUAGES.flatMap((language) => {
      const words = texts[language]
      return words === undefined ? [] : wordEntries(language, words)
    }),
  ]
}

function redeemEntries(edition: EditionId, redeem: Redeem | null): Entry[] {
  const place = redeem === null ? null : `${redeem.shop}\n${redeem.link}`
  return [
    { field: 'redeem', edition, currency: null, language: null, text: place },
    ...LANGUAGES.flatMap((language) => {
      const steps = redeem?.steps[language]
      return steps === undefined
        ? []
        : [{ field: 'redeem' as const, edition, currency: null, language, text: steps.join('\n') }]
    }),
  ]
}

function wordEntries(language: Language, words: GameWords): Entry[] {
  const about = { edition: null, currency: null, language }
  const said = (one: Announcement | null) => (one === null ? null : `${one.title}\n${one.text}`)
  return [
    { ...about, field: 'questions', text: words.questions === null ? null : linesOf(words.questions) },
    { ...about, field: 'announcement', text: said(words.announcement) },
    { ...about, field: 'laterAnnouncement', text: said(words.laterAnnouncement) },
  ]
}

function linesOf({ title, items }: Questions): string {
  return [title, ...items.map(({ question, answer }) => `${question}\n${answer}`)].join('\n\n')
}
