import type { ReactNode } from 'react'
import type { GameSections } from '#shared/page-facts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

type FeaturesProps = Pick<GameSections, 'badges' | 'pictures'> & {
  readonly features: NonNullable<GameSections['features']>
  /** What stands beside the list: the game's modes. */
  readonly children?: ReactNode
}

/** The game's features under a picture from edge to edge, its systems as a row of badges, and its modes beside them. */
export function FeaturesSection({ features, badges, pictures, children }: FeaturesProps) {
  return (
    <section className="chapter features" id="features" aria-labelledby="features-title">
      <ChapterHeading
        id="features-title"
        title={features.title}
        lead={features.lead}
        picture={pictures.features}
        sizes="100vw"
      />
      <div className="duo">
        <ul className="feature-list">
          {features.items.map(({ id, icon, title, text }) => (
            <li key={id}>
              <Icon href={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        {badges.length === 0 ? null : (
          <ul className="seals">
            {badges.map(({ id, icon, title }) => (
              <li key={id}>
                <Icon href={icon} />
                <span>{title}</span>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </section>
  )
}
