import type { LandingFacts } from '#shared/page-facts.ts'
import { dictionaryOf } from '#web/i18n/dictionaries.ts'
import { Page } from '#web/layout/page.tsx'
import { Hero } from './hero.tsx'

interface LandingProps {
  readonly facts: LandingFacts
  /** The pre-order section as React renders it for hydration. */
  readonly island: string
  readonly islandProps: string
}

/** The landing page. */
export function Landing({ facts, island, islandProps }: LandingProps) {
  const texts = dictionaryOf(facts.language)
  return (
    <Page facts={facts} title={facts.title} description={facts.description} script="island" isLanding>
      <Hero facts={facts} texts={texts} />
      <section className="pre-order" id="pre-order" aria-labelledby="pre-order-title">
        <h2 id="pre-order-title">{texts.preOrder.title}</h2>
        <p className="pre-order-lead">{texts.preOrder.lead}</p>
        <div data-island="" dangerouslySetInnerHTML={{ __html: island }} />
      </section>
      <script type="application/json" id="island-props" dangerouslySetInnerHTML={{ __html: islandProps }} />
    </Page>
  )
}
