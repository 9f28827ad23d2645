import type { LegalDocumentName } from '#shared/game-legal.ts'
import { LANGUAGES } from '#shared/languages.ts'
import type { LegalPageFacts, PageFacts } from '#shared/page-facts.ts'
import type { SiteDeps } from './site-deps.ts'

type LegalShop = Pick<SiteDeps, 'game' | 'legal' | 'texts' | 'windowS'>

/** What a document of law is made from: its texts, in English where the reader's language has none, and all they may name. */
export function legalPageFacts(
  shop: LegalShop,
  facts: PageFacts,
  document: LegalDocumentName,
): LegalPageFacts {
  const { game, legal } = shop
  const textsLanguage = legal[facts.language] === undefined ? 'en' : facts.language
  const { standard, supporter } = shop.texts[textsLanguage].editions
  return {
    ...facts,
    document,
    texts: legal[textsLanguage] ?? legal.en,
    textsLanguage,
    writtenIn: LANGUAGES.filter((language) => legal[language] !== undefined),
    seller: game.legal,
    editionNames: { standard: standard.name, supporter: supporter.name },
    priceCents: {
      standard: game.editions.standard.priceCents,
      supporter: game.editions.supporter.priceCents,
    },
    releaseAt: game.releaseAt,
    windowS: shop.windowS,
  }
}
