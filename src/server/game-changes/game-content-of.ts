import type { GameFolder } from '#server/site/load-game.ts'
import { gameDifferences, type GameChanges, type GameContent, type Redeem } from '#shared/game-changes.ts'
import type { EditionId } from '#shared/editions.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'

type Sold = Pick<GameFolder, 'documents' | 'game' | 'texts'>

/** What the back office can change of a game, as it is. */
export function gameContentOf(sold: Sold): GameContent {
  const { game, texts } = sold
  return {
    releaseAt: game.releaseAt.toISOString(),
    afterLaunch: game.afterLaunch,
    editions: Object.fromEntries(
      game.editions.map(({ id, priceCents, prices = {} }) => [
        id,
        { priceCents, prices: { ...prices }, redeem: redeemOf(sold, id) },
      ]),
    ),
    texts: Object.fromEntries(
      writtenIn(sold).map((language) => {
        const { questions = null, comingSoon, afterLaunch } = texts[language]
        const laterAnnouncement = afterLaunch?.comingSoon ?? null
        return [language, { questions, announcement: comingSoon, laterAnnouncement }]
      }),
    ),
  }
}

function redeemOf(sold: Sold, edition: EditionId): Redeem | null {
  const place = sold.game.editions.find(({ id }) => id === edition)?.redeem
  if (place === undefined) return null
  const steps = writtenIn(sold).flatMap((language) => {
    const said = sold.texts[language].editions[edition]?.redeem
    return said === undefined ? [] : [[language, said.steps] as const]
  })
  return { shop: place.shop, link: place.link, steps: Object.fromEntries(steps) }
}

/** The languages that have a file, in their usual order. */
function writtenIn({ documents }: Sold): readonly Language[] {
  return LANGUAGES.filter((language) => documents.texts.has(language))
}

/** What must be stored to make the wanted content of the folder's: only what differs, so that the folder decides the rest. */
export function gameChangesFrom(folder: GameContent, wanted: GameContent): GameChanges {
  const found: GameChanges = {}
  for (const { field, edition, currency, language } of gameDifferences(folder, wanted)) {
    if (field === 'releaseAt') found.releaseAt = wanted.releaseAt
    if (field === 'afterLaunch') found.afterLaunch = wanted.afterLaunch
    const wantedEdition = edition === null ? undefined : wanted.editions[edition]
    if (edition !== null && wantedEdition !== undefined) {
      if (field === 'price' && currency === null)
        found.prices = { ...found.prices, [edition]: wantedEdition.priceCents }
      const price = currency === null ? undefined : wantedEdition.prices[currency]
      if (currency !== null && price !== undefined)
        found.pricesIn = {
          ...found.pricesIn,
          [currency]: { ...found.pricesIn?.[currency], [edition]: price },
        }
      if (field === 'redeem') found.redeem = { ...found.redeem, [edition]: wantedEdition.redeem }
    }
    const words = language === null ? undefined : wanted.texts[language]
    if (language === null || words === undefined) continue
    if (field === 'questions') found.questions = { ...found.questions, [language]: words.questions }
    if (field === 'announcement')
      found.announcement = { ...found.announcement, [language]: words.announcement }
    if (field === 'laterAnnouncement' && words.laterAnnouncement !== null)
      found.laterAnnouncement = { ...found.laterAnnouncement, [language]: words.laterAnnouncement }
  }
  return found
}
