import type { LandingFacts, PictureFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { ResponsivePicture, sourceSet } from '#web/ui/responsive-picture.tsx'
import { Countdown } from './countdown.tsx'

/**
 * The picture is 16:9 and covers its box; in portrait orientation the box is 68 svh high. A phone is told a smaller width, by
 * which it takes the file of 1600 pixels and not the next one, at two pixels a point as at three.
 */
export const HERO_SIZES =
  '(width < 768px) and (resolution > 2.5x) 533px, (width < 768px) 800px, (orientation: portrait) max(100vw, 121svh), max(100vw, 178svh)'
/** In characters; a title with a longer word is set smaller. */
const LONG_WORD = 8

/** The hero section: the picture, the title with its first word highlighted, the countdown and the main links. */
export function Hero({ facts, texts }: { readonly facts: LandingFacts; readonly texts: SiteTexts }) {
  const [firstWord = '', ...rest] = facts.title.split(' ')
  const isLong = [firstWord, ...rest].some((word) => word.length > LONG_WORD)
  return (
    <section className="hero">
      <ResponsivePicture className="hero-picture" picture={facts.hero} sizes={HERO_SIZES} isFirst />
      <canvas className="embers" data-embers="" aria-hidden="true" />
      <div className="hero-text">
        <h1 className={isLong ? 'title title-long' : 'title'} lang="en" dir="ltr">
          <span className="title-first">{firstWord}</span>{' '}
          <span className="title-rest">{rest.join(' ')}</span>
        </h1>
        <p className="subtitle">{facts.subtitle}</p>
        {facts.isOut ? (
          <p className="out-now">{texts.hero.outNow}</p>
        ) : (
          <Countdown
            texts={texts.hero}
            releaseAt={facts.releaseAt}
            overText={facts.afterLaunch === null ? texts.hero.preOrdersOpen : texts.hero.outNow}
            now={facts.now}
          />
        )}
        <p className="hero-actions">
          <a className="button" href="#pre-order">
            {facts.isOut ? texts.site.buyNow : texts.site.orderNow}
          </a>
          {facts.trailer !== null && (
            <a className="button button-quiet" href={facts.trailer} data-asks="trailer">
              {texts.hero.watchTrailer}
            </a>
          )}
          {facts.sections.features && (
            <a className="button button-quiet" href="#features">
              {texts.hero.learnMore}
            </a>
          )}
        </p>
      </div>
    </section>
  )
}

/** Precedes the styles, so that the picture is requested with the page's first bytes. */
export function HeroPreload({ picture }: { readonly picture: PictureFacts }) {
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      imageSrcSet={sourceSet(picture.files, 'avif')}
      imageSizes={HERO_SIZES}
      fetchPriority="high"
    />
  )
}
