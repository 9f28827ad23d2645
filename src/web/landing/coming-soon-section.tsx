import type { LandingFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'
import { HERO_SIZES } from './hero.tsx'
import { NotYetButton } from './not-yet-button.tsx'

interface ComingSoonProps {
  readonly facts: LandingFacts
  readonly texts: SiteTexts['landing']
}

/** The closing section, with a picture of its own or with the hero's. */
export function ComingSoonSection({ facts, texts }: ComingSoonProps) {
  const { title, text, wishlistUrl } = facts.sections.comingSoon
  return (
    <section className="coming-soon" aria-labelledby="coming-soon-title">
      <ResponsivePicture
        className="coming-soon-picture"
        picture={facts.sections.pictures.comingSoon ?? { ...facts.hero, alt: '' }}
        sizes={HERO_SIZES}
      />
      <h2 id="coming-soon-title">{title}</h2>
      <p>{text}</p>
      {wishlistUrl === null ? (
        <NotYetButton opens="wishlist" label={texts.wishlist} note={texts.wishlistSoon} />
      ) : (
        <a className="button" href={wishlistUrl} rel="noreferrer">
          {texts.wishlist}
        </a>
      )}
    </section>
  )
}
