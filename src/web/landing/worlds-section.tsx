import type { SectionFacts, WorldFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

interface WorldsProps {
  readonly worlds: SectionFacts<WorldFacts>
  readonly texts: SiteTexts['landing']
}

/** The game's worlds, drawn as tarot cards. */
export function WorldsSection({ worlds, texts }: WorldsProps) {
  return (
    <section className="chapter worlds" aria-labelledby="worlds-title">
      <ChapterHeading id="worlds-title" title={worlds.title} lead={worlds.lead} note={texts.conceptRender} />
      {/* What scrolls must be in reach of the keyboard, also where none of it can be pressed. */}
      <ul className="row tarot bleed" tabIndex={0} aria-labelledby="worlds-title">
        {worlds.items.map(({ id, title, text, picture }) => (
          <li key={id}>
            <ResponsivePicture picture={picture} sizes="(width >= 1024px) 24vw, 62vw" />
            <div className="tarot-words">
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
