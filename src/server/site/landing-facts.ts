import { EDITIONS } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { Counts, LandingFacts, PageFacts } from '#shared/page-facts.ts'
import type { Assets } from './load-assets.ts'
import type { SiteShop } from './open-site.ts'

type Varying = Omit<LandingFacts, keyof PageFacts>

/** What the landing page says, and a stamp that changes with it: the counts, and the minute while the countdown runs. */
export function landingFacts(
  { game, texts, counters }: Pick<SiteShop, 'game' | 'texts' | 'counters'>,
  counts: Counts,
  now: Date,
): { stamp: string; of(language: Language, assets: Pick<Assets, 'hero'>): Varying } {
  const isLaunched = now >= game.releaseAt
  const minute = isLaunched ? 'launched' : Math.floor(now.getTime() / 60_000)
  return {
    stamp: JSON.stringify([counts, minute]),
    of(language, assets) {
      const words = texts[language]
      const { width: widthPx, height: heightPx } = game.pictures.hero
      return {
        description: words.description,
        subtitle: words.subtitle,
        hero: { alt: words.heroAlt, widthPx, heightPx, files: assets.hero },
        releaseAt: game.releaseAt,
        now,
        editions: EDITIONS.map((id) => {
          const { priceCents, isBestValue } = game.editions[id]
          return { id, priceCents, isBestValue, ...words.editions[id] }
        }),
        benefits: words.benefits,
        counts,
        hasMovingCounters: counters === 'moving',
      }
    },
  }
}
