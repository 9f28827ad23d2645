import { ORDER_PRICE_MAX } from '#shared/constants.ts'
import type { Currency } from '#shared/currency.ts'
import {
  REDEEM_STEPS_MAX,
  type Announcement,
  type GameContent,
  type GameWords,
  type Questions,
  type Redeem,
} from '#shared/game-changes.ts'
import { cents, centsFromNumber, formatCents } from '#shared/money.ts'

/** Reads a price, with a point or a comma, into the smallest unit of its currency; 0 if it is none. */
export function readPrice(text: string, currency: Currency): number {
  const [, whole, decimals] = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return 0
  const price = centsFromNumber(Number(`${whole}.${decimals ?? '0'}`), currency) ?? 0
  return price <= ORDER_PRICE_MAX ? price : 0
}

/** A price as it is typed: `49.99`. */
export function typedPrice(priceCents: number, currency: Currency): string {
  return formatCents(cents(priceCents), currency)
}

/** What is typed as it is stored: without spaces around texts and without empty steps. */
export function trimGame(typed: GameContent): GameContent {
  const editions = Object.entries(typed.editions).map(([id, { priceCents, prices, redeem }]) => {
    return [id, { priceCents, prices, redeem: redeem === null ? null : trimRedeem(redeem) }] as const
  })
  const texts = Object.entries(typed.texts).map(([language, words]) => [language, trimWords(words)] as const)
  return { ...typed, editions: Object.fromEntries(editions), texts: Object.fromEntries(texts) }
}

function trimRedeem({ shop, link, steps }: Redeem): Redeem {
  const trimmed = Object.entries(steps).map(([language, lines]) => {
    return [language, lines.map((line) => line.trim()).filter((line) => line !== '')] as const
  })
  return { shop: shop.trim(), link: link.trim(), steps: Object.fromEntries(trimmed) }
}

function trimWords({ questions, announcement, laterAnnouncement }: GameWords): GameWords {
  const trimmed = ({ title, text }: Announcement) => ({ title: title.trim(), text: text.trim() })
  return {
    questions: questions === null ? null : trimQuestions(questions),
    announcement: trimmed(announcement),
    laterAnnouncement: laterAnnouncement === null ? null : trimmed(laterAnnouncement),
  }
}

function trimQuestions({ title, items }: Questions): Questions {
  const trimmed = items.map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() }))
  return { title: title.trim(), items: trimmed }
}

/** Whether it can be saved as far as its page can tell; the shop checks all of it. */
export function isCompleteGame({ releaseAt, editions, texts }: GameContent): boolean {
  const languages = Object.keys(texts)
  return (
    releaseAt !== '' &&
    Object.values(editions).every(
      ({ priceCents, prices, redeem }) =>
        [priceCents, ...Object.values(prices)].every((price) => price > 0) &&
        (redeem === null || isCompleteRedeem(redeem, languages)),
    ) &&
    Object.values(texts).every(isCompleteWords)
  )
}

function isCompleteRedeem({ shop, link, steps }: Redeem, languages: readonly string[]): boolean {
  const written: Readonly<Record<string, readonly string[]>> = steps
  return (
    shop !== '' &&
    /^https:\/\/[^\s]+$/.test(link) &&
    languages.every((language) => {
      const count = written[language]?.length ?? 0
      return count > 0 && count <= REDEEM_STEPS_MAX
    })
  )
}

function isCompleteWords({ questions, announcement, laterAnnouncement }: GameWords): boolean {
  const isWhole = (...parts: readonly string[]) => parts.every((part) => part !== '')
  return (
    isWhole(announcement.title, announcement.text) &&
    (laterAnnouncement === null || isWhole(laterAnnouncement.title, laterAnnouncement.text)) &&
    (questions === null ||
      (isWhole(questions.title) &&
        questions.items.length > 0 &&
        questions.items.every(({ question, answer }) => isWhole(question, answer))))
  )
}
