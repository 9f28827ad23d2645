import type { Currency } from './currency.ts'
import { gameDifferences, type GameContent } from './game-changes.ts'

/**
 * What somebody has typed, over what somebody else has saved meanwhile: what they did not touch is as it was saved.
 *
 * @param begun what the form contained at first.
 * @param saved what counts now.
 */
export function rebaseGame(begun: GameContent, typed: GameContent, saved: GameContent): GameContent {
  const rebased: GameContent = { ...saved, editions: copies(saved.editions), texts: copies(saved.texts) }
  for (const { field, edition, currency, language } of gameDifferences(begun, typed)) {
    if (field === 'releaseAt' || field === 'afterLaunch') Object.assign(rebased, { [field]: typed[field] })
    const [to, from] = edition === null ? [] : [rebased.editions[edition], typed.editions[edition]]
    if (to !== undefined && from !== undefined) {
      if (field === 'price' && currency === null) to.priceCents = from.priceCents
      if (field === 'price' && currency !== null) to.prices = withPrice(to.prices, from.prices, currency)
      if (field === 'redeem') to.redeem = from.redeem
    }
    const [words, said] = language === null ? [] : [rebased.texts[language], typed.texts[language]]
    if (words === undefined || said === undefined) continue
    if (field === 'questions') words.questions = said.questions
    if (field === 'announcement') words.announcement = said.announcement
    if (field === 'laterAnnouncement') words.laterAnnouncement = said.laterAnnouncement
  }
  return rebased
}

/** A currency that the game folder had no prices in when the typing began has the saved one. */
function withPrice(
  to: Readonly<Record<Currency, number>>,
  from: Readonly<Record<Currency, number>>,
  currency: Currency,
): Record<Currency, number> {
  const typed = from[currency]
  return typed === undefined || to[currency] === undefined ? { ...to } : { ...to, [currency]: typed }
}

function copies<Entries extends object>(entries: Entries): Entries {
  const copied = Object.entries(entries).map(([key, entry]) => [key, { ...entry }] as const)
  return Object.fromEntries(copied) as Entries
}
