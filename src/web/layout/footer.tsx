import type { PageFacts } from '#shared/page-facts.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { fill } from '#web/i18n/format.ts'

interface FooterProps {
  readonly facts: PageFacts
  readonly texts: Dictionary
}

/** Copyright, the note that the game is fictional, and credits. */
export function Footer({ facts, texts }: FooterProps) {
  const { copyright, fictional, credits } = texts.site
  const title = facts.title
  return (
    <footer className="footer">
      <p>
        <span>{fill(copyright, { year: String(facts.year), title })}</span>{' '}
        <span>{fill(fictional, { title })}</span>
      </p>
      <p className="footer-credits">{credits}</p>
    </footer>
  )
}
