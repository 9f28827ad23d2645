import type { Language } from '#shared/languages.ts'

interface AlternateLinksProps {
  /** The shop's origin, without a trailing slash. */
  readonly origin: string
  /** For example `/legal/terms`. */
  readonly path: string
  readonly language: Language
  /** The languages the page exists in. */
  readonly languages: readonly Language[]
}

/** A page's canonical URL in each of its languages, for search engines. */
export function AlternateLinks({ origin, path, language, languages }: AlternateLinksProps) {
  return (
    <>
      <link rel="canonical" href={`${origin}${path}?lang=${language}`} />
      {languages.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={`${origin}${path}?lang=${one}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`${origin}${path}`} />
    </>
  )
}
