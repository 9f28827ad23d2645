import { editionNameOf } from '#shared/editions.ts'
import { languagesOfDocument, type LegalDocumentName } from '#shared/game-legal.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { LegalPageFacts } from '#shared/render-bundle.ts'
import { studioTextsIn } from '#shared/studio-texts.ts'
import { offersOf } from '#shared/offered-prices.ts'
import { editionNames } from './edition-names.ts'
import type { SiteDeps } from './site-deps.ts'

type LegalPageDeps = Pick<SiteDeps, 'game' | 'legal' | 'texts' | 'windowS'>

/** The facts of a legal page: its texts, in the default language if the reader's language has none, and the values they may contain. */
export function legalPageFacts(
  deps: LegalPageDeps,
  facts: PageFacts,
  document: LegalDocumentName,
): LegalPageFacts {
  const { game, legal } = deps
  const writtenIn = languagesOfDocument(legal, document)
  const reader = writtenIn.includes(facts.language) ? facts.language : legal.standIn.language
  const { texts, language: textsLanguage } = studioTextsIn(legal, reader)
  const names = editionNames(game, deps.texts[textsLanguage])
  return {
    ...facts,
    document,
    texts,
    textsLanguage,
    writtenIn,
    seller: game.legal,
    editions: game.editions.map((edition) => ({
      id: edition.id,
      name: editionNameOf(names, edition.id),
      offers: offersOf(edition, game),
    })),
    releaseAt: game.releaseAt,
    windowS: deps.windowS,
  }
}
