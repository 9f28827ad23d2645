import { LANGUAGE_TABLE, type Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'

interface LanguageSelectProps {
  /** The id of the field, unique on the page. */
  readonly id: string
  readonly language: Language
  readonly texts: SiteTexts
  /** The languages offered. Of one there is nothing to choose. */
  readonly languages: readonly Language[]
  /** The URL's other parameters, which submitting the form would drop. */
  readonly query?: Readonly<Record<string, string>>
}

/** The languages by their own names. The loader follows a selection; without a script a button does. */
export function LanguageSelect(props: LanguageSelectProps) {
  const { id, language, texts, languages } = props
  if (languages.length < 2) return null
  return (
    <form className="language" method="get">
      <label className="visually-hidden" htmlFor={id}>
        {texts.site.language}
      </label>
      <select
        id={id}
        name="lang"
        defaultValue={languages.includes(language) ? language : ''}
        autoComplete="off"
      >
        {languages.includes(language) ? null : (
          <option value="" disabled>
            –
          </option>
        )}
        {languages.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_TABLE[code].name}
          </option>
        ))}
      </select>
      <span className="language-code" aria-hidden="true" translate="no">
        {language.toUpperCase()}
      </span>
      {Object.entries(props.query ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <noscript>
        {'\u00a0 '}
        <button type="submit" className="button button-quiet button-small">
          {texts.site.changeLanguage}
        </button>
      </noscript>
    </form>
  )
}
