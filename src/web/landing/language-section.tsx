import { LANGUAGE_TABLE, LANGUAGES, type Language } from '#shared/languages.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { LanguageSelect } from '#web/layout/language-select.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

interface LanguageSectionProps {
  readonly facts: PageFacts
  readonly texts: SiteTexts
}

/** The game's languages, each a link to the page in it. The inline loader also stores the choice. */
export function LanguageSection({ facts, texts }: LanguageSectionProps) {
  const { languagesTitle, languagesLead, chosenLanguagesLead } = texts.landing
  const hasAll = facts.languages.length === LANGUAGES.length
  const listed = hasAll ? facts.languages.filter(isListed) : facts.languages
  return (
    <section className="chapter languages" aria-labelledby="languages-title">
      <ChapterHeading
        id="languages-title"
        title={languagesTitle}
        lead={hasAll ? languagesLead : chosenLanguagesLead}
      />
      <LanguageSelect
        id="language-choice"
        language={facts.language}
        texts={texts}
        languages={listed}
        isLabelShown
      />
      <ul className="tongues">
        {listed.map((code) => (
          <li key={code}>
            <a
              href={`/?lang=${code}`}
              hrefLang={code}
              data-language={code}
              aria-current={code === facts.language ? 'true' : undefined}
            >
              {facts.flags === null ? (
                <span aria-hidden="true">{LANGUAGE_TABLE[code].flag}</span>
              ) : (
                <svg className="flag" width="36" height="24" aria-hidden="true">
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
