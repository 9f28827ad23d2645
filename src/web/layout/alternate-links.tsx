import type { Language } from '#shared/languages.ts'

interface AlternateLinksProps {
  /** The shop's origin, without a trailing slash. */
  readonly origin: string
  /** For example `/legal/terms`. */
  readonly path: string
  readonly language: Language
  /** The languages the page exists in, the one for all other readers first. */
  readonly languages: readonly Language[]
}

/**
 * A page's canonical URL in each of its languages, for search engines. What has no language in its URL is not among them: it
 * shows the reader's language, so it is one of the others each time.
 */
export function AlternateLinks({ origin, path, language, languages }: AlternateLinksProps) {
  const [other = language] = languages
  return (
    <>
      <link rel="canonical" href={`${origin}${path}?lang=${language}`} />
      {languages.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={`${origin}${path}?lang=${one}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`${origin}${path}?lang=${other}`} />
    </>
  )
}
