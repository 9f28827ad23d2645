import { editionNameOf } from '#shared/editions.ts'
import type { LegalDocumentName } from '#shared/game-legal.ts'
import type { LegalPageFacts, PageFacts } from '#shared/page-facts.ts'
import { studioTextsIn } from '#shared/studio-texts.ts'
import { editionNames } from './edition-names.ts'
import type { SiteDeps } from './site-deps.ts'

type LegalShop = Pick<SiteDeps, 'game' | 'legal' | 'texts' | 'windowS'>

/** What a document of law is made from: its texts, in English where the reader's language has none, and all they may name. */
export function legalPageFacts(
  shop: LegalShop,
  facts: PageFacts,
  document: LegalDocumentName,
): LegalPageFacts {
  const { game, legal } = shop
  const { texts, language: textsLanguage } = studioTextsIn(legal, facts.language)
  const names = editionNames(game, shop.texts[textsLanguage])
  return {
    ...facts,
    document,
    texts,
    textsLanguage,
    writtenIn: [...legal.written.keys()],
    seller: game.legal,
    editions: game.editions.map(({ id, priceCents }) => ({
      id,
      name: editionNameOf(names, id),
      priceCents,
    })),
    releaseAt: game.releaseAt,
    windowS: shop.windowS,
  }
}
