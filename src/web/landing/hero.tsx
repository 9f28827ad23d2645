import type { LandingFacts, PictureFile } from '#shared/page-facts.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { Countdown } from './countdown.tsx'

interface HeroProps {
  readonly facts: LandingFacts
  readonly texts: Dictionary
}

/** The first screen: the picture, the title with its first word highlighted, the countdown and where to go. */
export function Hero({ facts, texts }: HeroProps) {
  const [firstWord = '', ...rest] = facts.title.split(' ')
  return (
    <section className="hero">
      <HeroPicture hero={facts.hero} />
      <div className="hero-text">
        <h1 className="title" lang="en" dir="ltr">
          <span className="title-first">{firstWord}</span>{' '}
          <span className="title-rest">{rest.join(' ')}</span>
        </h1>
        <p className="subtitle">{facts.subtitle}</p>
        <Countdown language={facts.language} texts={texts.hero} releaseAt={facts.releaseAt} now={facts.now} />
        <p className="hero-actions">
          <a className="button" href="#pre-order">
            {texts.site.orderNow}
          </a>
          <a className="button button-quiet" href="#features">
            {texts.hero.learnMore}
          </a>
        </p>
      </div>
    </section>
  )
}

function HeroPicture({ hero }: { readonly hero: LandingFacts['hero'] }) {
  const fallback = hero.files.at(-1)
  return (
    <picture className="hero-picture">
      <source type="image/avif" srcSet={sourceSet(hero.files, 'avif')} sizes="max(100vw, 178svh)" />
      <source type="image/webp" srcSet={sourceSet(hero.files, 'webp')} sizes="max(100vw, 178svh)" />
      <img
        src={fallback?.webp}
        alt={hero.alt}
        width={hero.widthPx}
        height={hero.heightPx}
        fetchPriority="high"
      />
    </picture>
  )
}

export function sourceSet(files: readonly PictureFile[], format: 'avif' | 'webp'): string {
  return files.map((file) => `${file[format]} ${String(file.widthPx)}w`).join(', ')
}
