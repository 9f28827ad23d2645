import type { Dictionary } from '#web/i18n/dictionary.ts'
import { FillText } from './fill-text.tsx'

interface TermsLineProps {
  readonly texts: Pick<Dictionary['checkout']['form'], 'accept' | 'terms' | 'privacy' | 'newTab'>
}

/** What an order is made under. The links open beside the dialog: nothing that was typed is lost. */
export function TermsLine({ texts }: TermsLineProps) {
  const link = (name: 'terms' | 'privacy') => (
    <a href={`/legal/${name}`} target="_blank" rel="noopener">
      {texts[name]}
      <span className="visually-hidden"> {texts.newTab}</span>
    </a>
  )
  return (
    <p className="pay-terms">
      <FillText text={texts.accept} values={{ terms: link('terms'), privacy: link('privacy') }} />
    </p>
  )
}
