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
      {/* What scrolls must be in reach of the keyboard, also where none of it can be pressed. */}
      <ul className="row strip bleed" tabIndex={0} aria-labelledby="maps-title">
        {maps.items.map(({ id, title, text, tag, picture }) => (
          <li key={id}>
            {/* Cropped to portrait shards, the picture is rendered twice as wide as its visible part. */}
            <ResponsivePicture picture={picture} sizes="(width >= 1200px) 66vw, 76vw" />
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
