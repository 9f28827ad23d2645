import type { MapFacts, SectionFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

interface MapsProps {
  readonly maps: SectionFacts<MapFacts>
  readonly texts: SiteTexts['landing']
}

/** The maps, from edge to edge; on wide screens cut like shards of one picture. */
export function MapsSection({ maps, texts }: MapsProps) {
  return (
    <section className="chapter maps" aria-labelledby="maps-title">
      <ChapterHeading id="maps-title" title={maps.title} lead={maps.lead} note={texts.conceptRender} />
      <ul className="strip bleed">
        {maps.items.map(({ id, title, text, tag, picture }) => (
          <li key={id}>
            {/* Cropped to portrait shards, the picture is rendered twice as wide as its visible part. */}
            <ResponsivePicture
              picture={picture}
              sizes="(width >= 1200px) 66vw, (width >= 640px) 50vw, 100vw"
            />
            <div className="strip-words">
              <p className="tag">{tag}</p>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
