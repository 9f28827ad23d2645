import { LANGUAGE_TABLE, LANGUAGES, type Language } from '#shared/languages.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { chosenCurrency } from './chosen-currency.ts'

/** The game's languages in the landing page's footer, each a link to the page in it. The loader also stores the choice. */
export function FooterLanguages({ facts, texts }: { readonly facts: PageFacts; readonly texts: SiteTexts }) {
  const { languagesTitle, languagesLead, chosenLanguagesLead } = texts.landing
  const hasAll = facts.languages.length === LANGUAGES.length
  const listed = hasAll ? facts.languages.filter(isListed) : facts.languages
  return (
    <section className="languages" aria-labelledby="languages-title">
      <h2 id="languages-title">{languagesTitle}</h2>
      <p>{hasAll ? languagesLead : chosenLanguagesLead}</p>
      <ul className="tongues">
        {listed.map((code) => (
          <li key={code}>
            <a
              href={`/?${new URLSearchParams({ lang: code, ...chosenCurrency(facts) }).toString()}`}
              hrefLang={code}
              data-language={code}
              aria-current={code === facts.language ? 'true' : undefined}
            >
              {facts.flags === null ? (
                <span aria-hidden="true">{LANGUAGE_TABLE[code].flag}</span>
              ) : (
                <svg className="flag" width="24" height="16" aria-hidden="true">
                  <use href={`${facts.flags}#flag-${code}`} />
                </svg>
              )}
              <span className="tongue" lang={code}>
                {LANGUAGE_TABLE[code].name}
              </span>
              {code === facts.language && (
                <span className="tongue-current">{texts.landing.currentLanguage}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A page in a language that is not listed has no marked entry here. */
function isListed(language: Language): boolean {
  return LANGUAGE_TABLE[language].isListed
}
