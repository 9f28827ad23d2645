import type { GameSections, PictureFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'
import { ChapterHeading } from './chapter-heading.tsx'
import { NotYetButton } from './not-yet-button.tsx'

type SystemsProps = Pick<GameSections, 'systems' | 'creatorBeta' | 'rewards' | 'pictures'> & {
  readonly texts: SiteTexts['landing']
}

/** Clans, earnings and fair play, and the rewards for creators and players, in one row; on phones it scrolls sideways. */
export function SystemsSection({ systems, creatorBeta, rewards, pictures, texts }: SystemsProps) {
  return (
    <section className="chapter systems" aria-labelledby="systems-title">
      <ChapterHeading
        id="systems-title"
        title={texts.systemsTitle}
        picture={pictures.systems}
        sizes="100vw"
      />
      {/* What scrolls must be in reach of the keyboard, also where none of it can be pressed. */}
      <ul className="row columns bleed" tabIndex={0} aria-labelledby="systems-title">
        {systems.map(({ id, icon, title, points }) => (
          <li key={id}>
            <h3>
              <Icon href={icon} />
              {title}
            </h3>
            <Points points={points} />
          </li>
        ))}
        {creatorBeta === null ? null : (
          <li className="creator">
            <CreatorCard beta={creatorBeta} texts={texts} />
          </li>
        )}
        {rewards === null ? null : (
          <li className="rewards">
            <RewardsCard rewards={rewards} picture={pictures.rewards} />
          </li>
        )}
      </ul>
    </section>
  )
}

function Points({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className="points">
      {points.map((point) => (
        <li key={point}>{point}</li>
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
    <>
      <h3>{beta.title}</h3>
      <p>{beta.text}</p>
      <Points points={beta.perks} />
      <NotYetButton opens="creator-beta" label={texts.apply} note={texts.applySoon} requests="creator" />
    </>
  )
}

interface RewardsCardProps {
  readonly rewards: NonNullable<GameSections['rewards']>
  readonly picture: PictureFacts | undefined
}

function RewardsCard({ rewards, picture }: RewardsCardProps) {
  return (
    <>
      {picture === undefined ? null : (
        <ResponsivePicture picture={picture} sizes="(width >= 1100px) 20vw, 78vw" />
      )}
      <h3>{rewards.title}</h3>
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
    </>
  )
}
