import type { LandingFacts } from '#shared/page-facts.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { Picture } from '#web/ui/picture.tsx'
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
      <Picture className="hero-picture" picture={facts.hero} sizes="max(100vw, 178svh)" isFirst />
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
