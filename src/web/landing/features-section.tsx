import type { GameSections } from '#shared/page-facts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

type FeaturesProps = Pick<GameSections, 'badges' | 'pictures'> & {
  readonly features: NonNullable<GameSections['features']>
}

/** The game's features as a list, and its systems as a row of badges. */
export function FeaturesSection({ features, badges, pictures }: FeaturesProps) {
  return (
    <section className="chapter features" id="features" aria-labelledby="features-title">
      <div className="ledger">
        <ChapterHeading
          id="features-title"
          title={features.title}
          lead={features.lead}
          picture={pictures.features}
        />
        <ul className="feature-list">
          {features.items.map(({ id, icon, title, text }) => (
            <li key={id}>
              <Icon href={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
      {badges.length === 0 ? null : (
        <ul className="seals bleed">
          {badges.map(({ id, icon, title }) => (
            <li key={id}>
              <Icon href={icon} />
              <span>{title}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
