import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { SectionFacts, ShotFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { fill } from '#texts/format.ts'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

interface GalleryProps {
  readonly gallery: SectionFacts<ShotFacts>
  readonly language: Language
  readonly texts: SiteTexts['landing']
  /** The URL of the viewer's script, fetched when the first picture is opened. */
  readonly viewer: string | undefined
}

/**
 * The gallery's pictures and an announcement of more. Each is a link to its largest file, which the viewer intercepts.
 */
export function GallerySection({ gallery, language, texts, viewer }: GalleryProps) {
  return (
    <section className="chapter gallery" id="gallery" aria-labelledby="gallery-title">
      <ChapterHeading id="gallery-title" title={gallery.title} lead={gallery.lead} />
      <ul
        className="shots bleed"
        data-viewer={viewer}
        data-locale={localeOf(language)}
        data-title={texts.viewer}
        data-close={texts.closeViewer}
        data-previous={texts.previousPicture}
        data-next={texts.nextPicture}
        data-position={texts.pictureOf}
      >
        {gallery.items.map(({ id, caption, picture }, index) => (
          <li key={id}>
            <figure>
              <ResponsivePicture
                picture={picture}
                sizes={index === 0 ? '(width >= 900px) 66vw, 100vw' : SMALL}
              />
              <figcaption>
                <span className="shot-caption">{caption}</span>{' '}
                <small className="shot-kind">{texts.conceptRender}</small>
              </figcaption>
            </figure>
            <a
              className="shot-link"
              data-shot=""
              href={picture.files.at(-1)?.webp}
              aria-label={fill(texts.enlarge, { caption })}
            />
          </li>
        ))}
        <li className={`shots-more picture-${gallery.items.at(-1)?.picture.name ?? ''}`}>
          <p>{texts.moreScreenshots}</p>
        </li>
      </ul>
    </section>
  )
}

const SMALL = '(width >= 900px) 42vw, (width >= 600px) 50vw, 100vw'
