import type { GameSections, PictureFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'
import { ChapterHeading } from './chapter-heading.tsx'
import { NotYetButton } from './not-yet-button.tsx'

type SystemsProps = Pick<GameSections, 'systems' | 'creatorBeta' | 'rewards' | 'pictures'> & {
  readonly texts: SiteTexts['landing']
}

/** Clans, earnings and fair play as three columns; below them the rewards for creators and players. */
export function SystemsSection({ systems, creatorBeta, rewards, pictures, texts }: SystemsProps) {
  return (
    <section className="chapter systems" aria-labelledby="systems-title">
      <ChapterHeading id="systems-title" title={texts.systemsTitle} picture={pictures.systems} />
      {systems.length === 0 ? null : <Columns systems={systems} />}
      {creatorBeta === null && rewards === null ? null : (
        <div className="honours">
          {creatorBeta === null ? null : <CreatorCard beta={creatorBeta} texts={texts} />}
          {rewards === null ? null : <RewardsCard rewards={rewards} picture={pictures.rewards} />}
        </div>
      )}
    </section>
  )
}

function Columns({ systems }: Pick<GameSections, 'systems'>) {
  return (
    <ul className="columns">
      {systems.map(({ id, icon, title, points }) => (
        <li key={id}>
          <Icon href={icon} />
          <h3>{title}</h3>
          <ul className="points">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

interface CreatorCardProps {
  readonly beta: NonNullable<GameSections['creatorBeta']>
  readonly texts: SiteTexts['landing']
}

function CreatorCard({ beta, texts }: CreatorCardProps) {
  return (
    <article className="creator" aria-labelledby="creator-title">
      <h3 id="creator-title">{beta.title}</h3>
      <p>{beta.text}</p>
      <ul className="points">
        {beta.perks.map((perk) => (
          <li key={perk}>{perk}</li>
        ))}
      </ul>
      <NotYetButton opens="creator-beta" label={texts.apply} note={texts.applySoon} requests="creator" />
    </article>
  )
}

interface RewardsCardProps {
  readonly rewards: NonNullable<GameSections['rewards']>
  readonly picture: PictureFacts | undefined
}

function RewardsCard({ rewards, picture }: RewardsCardProps) {
  return (
    <article className="rewards" aria-labelledby="rewards-title">
      {picture === undefined ? null : (
        <ResponsivePicture picture={picture} sizes="(width >= 900px) 38vw, 92vw" />
      )}
      <h3 id="rewards-title">{rewards.title}</h3>
      <p>{rewards.lead}</p>
      <ul>
        {rewards.items.map(({ id, icon, title, text }) => (
          <li key={id}>
            <Icon href={icon} />
            <h4>{title}</h4>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </article>
  )
}
