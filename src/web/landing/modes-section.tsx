import type { GameSections, ModeFacts, SectionFacts } from '#shared/page-facts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

type ModesProps = Pick<GameSections, 'pictures'> & { readonly modes: SectionFacts<ModeFacts> }

/** The game modes, drawn as banners: beside the features, or by themselves in a game without any. */
export function ModesSection({ modes, pictures }: ModesProps) {
  return (
    <section className="modes" aria-labelledby="modes-title">
      <ChapterHeading id="modes-title" title={modes.title} lead={modes.lead} picture={pictures.modes} />
      <ul className="banners">
        {modes.items.map(({ id, icon, title, note, text }) => (
          <li key={id}>
            <Icon href={icon} />
            <h3>{title}</h3>
            <p className="banner-note">{note}</p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
