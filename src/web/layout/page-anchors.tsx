import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'

interface PageAnchorsProps {
  readonly facts: PageFacts
  readonly texts: SiteTexts
  readonly isLanding: boolean
}

/** Links to the landing page's sections, without those the game has no content for. */
export function PageAnchors({ facts, texts, isLanding }: PageAnchorsProps) {
  const { features, gallery, preOrder } = texts.site
  const page = isLanding ? '' : '/'
  return (
    <>
      {facts.hasFeatures && <a href={`${page}#features`}>{features}</a>}
      {facts.hasGallery && <a href={`${page}#gallery`}>{gallery}</a>}
      <a href={`${page}#pre-order`}>{preOrder}</a>
    </>
  )
}
