import type { PageFacts, PictureFacts } from '#shared/page-facts.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { Page } from '#web/layout/page.tsx'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'

/** The page for a path that does not exist. The loader logs the path. */
export function NotFound({ facts, picture }: { readonly facts: PageFacts; readonly picture: PictureFacts }) {
  const texts = siteTextsOf(facts.language).notFound
  return (
    <Page facts={facts} title={`${texts.title} · ${facts.title}`} isMissing>
      <div className="not-found">
        <ResponsivePicture className="not-found-picture" picture={picture} sizes="100vw" isFirst />
        <p className="not-found-code" aria-hidden="true">
          404
        </p>
        <h1>{texts.title}</h1>
        <p>{texts.lead}</p>
        <a className="button" href="/">
          {texts.returnHome}
        </a>
      </div>
    </Page>
  )
}
