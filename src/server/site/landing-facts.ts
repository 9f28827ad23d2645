import type { Currency } from '#shared/currency.ts'
import type { EditionId } from '#shared/editions.ts'
import type { GameTexts } from '#shared/game-texts.ts'
import type { Language } from '#shared/languages.ts'
import { offersOf, priceIn } from '#shared/offered-prices.ts'
import type { Counts, LandingFacts, PageFacts } from '#shared/page-facts.ts'
import { gameSections, pictureFacts } from './game-sections.ts'
import type { GameFiles } from './game-files.ts'
import type { SiteDeps } from './site-deps.ts'

type Varying = Omit<LandingFacts, keyof PageFacts | 'trailer'>

/** The facts of the landing page, and a stamp that changes with them: the counts, and the minute while the countdown runs. */
export function landingFacts(
  { game, texts, counters, publicUrl }: Pick<SiteDeps, 'game' | 'texts' | 'counters' | 'publicUrl'>,
  counts: Counts,
  soldOut: ReadonlySet<EditionId>,
  now: Date,
): {
  stamp: string
  of(language: Language, files: Pick<GameFiles, 'file' | 'icon'>, currency?: Currency): Varying
} {
  const isLaunched = now >= game.releaseAt
  const isOut = isOutAt(game, now)
  const minute = isLaunched ? 'launched' : Math.floor(now.getTime() / 60_000)
  return {
    stamp: JSON.stringify([counts, [...soldOut], minute]),
    of(language, files, currency = game.currency) {
      const words = isOut ? afterLaunch(texts[language]) : texts[language]
      return {
        description: words.description,
        subtitle: words.subtitle,
        hero: pictureFacts(game.hero, words.heroAlt, files),
        sections: gameSections(game, words, files),
        genres: game.genres,
        platforms: game.platforms,
        share: `${publicUrl ?? ''}${files.file(game.share)}`,
        releaseAt: game.releaseAt,
        afterLaunch: game.afterLaunch,
        now,
        editions: game.editions.flatMap((edition) => {
          const { id, isBestValue, picture: of } = edition
          const priceCents = priceIn(edition, currency, game.currency)
          const said = words.editions[id]
          if (said === undefined || priceCents === null) return []
          const { name, pitch, features, alt = '' } = said
          const offers = offersOf(edition, game)
          const picture = of === undefined ? null : pictureFacts(of, alt, files)
          const sold = { priceCents, offers, isBestValue, isSoldOut: soldOut.has(id) }
          return [{ id, ...sold, name, pitch, features, picture }]
        }),
        benefitsTitle: words.benefitsTitle ?? null,
        benefits: words.benefits,
        counts,
        hasReserve: game.editions.some(({ stock }) => stock === 'reserve'),
        hasMovingCounters: counters === 'moving',
      }
    },
  }
}

/** Whether the game is released and the page shows it as out. */
export function isOutAt({ releaseAt, afterLaunch }: SiteDeps['game'], now: Date): boolean {
  return now >= releaseAt && afterLaunch === 'out-now'
}

function afterLaunch(texts: GameTexts): GameTexts {
  return { ...texts, ...texts.afterLaunch }
}
