import { LANGUAGE_TABLE } from '#shared/languages.ts'
import type { LandingFacts } from '#shared/page-facts.ts'
import { inertJson } from '#web/ui/inert-json.ts'
import { AlternateLinks } from './alternate-links.tsx'
import { gameJsonLd } from './game-json-ld.ts'

const SHARE_WIDTH_PX = 1200
const SHARE_HEIGHT_PX = 630

/**
 * Metadata for search engines and shared links. URLs are only included if the shop's public URL is configured; they are
 * never taken from a request.
 */
export function SearchHead({ facts }: { readonly facts: LandingFacts }) {
  const { title, description, language, publicUrl } = facts
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={title} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={LANGUAGE_TABLE[language].openGraph} />
      <meta name="twitter:card" content="summary_large_image" />
      {publicUrl !== null && <Addresses facts={facts} origin={publicUrl} />}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inertJson(gameJsonLd(facts)) }} />
    </>
  )
}

/** Each language's canonical URL, and the picture of a shared link. */
function Addresses({ facts, origin }: { readonly facts: LandingFacts; readonly origin: string }) {
  const { language, languages, share, hero } = facts
  const canonical = `${origin}/?lang=${language}`
  return (
    <>
      <AlternateLinks origin={origin} path="/" language={language} languages={languages} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={share} />
      <meta property="og:image:width" content={String(SHARE_WIDTH_PX)} />
      <meta property="og:image:height" content={String(SHARE_HEIGHT_PX)} />
      <meta property="og:image:alt" content={hero.alt} />
      <meta name="twitter:image" content={share} />
      <meta name="twitter:image:alt" content={hero.alt} />
    </>
  )
}
