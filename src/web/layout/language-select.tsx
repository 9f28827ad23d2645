import { LANGUAGE_ENTRIES, type Language } from '#shared/languages.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { AVAILABLE_LANGUAGES } from '#web/i18n/load-dictionary.ts'

interface LanguageSelectProps {
  readonly language: Language
  readonly texts: Dictionary
}

/** The languages by their own names. The inline loader follows a choice; without script a button does. */
export function LanguageSelect({ language, texts }: LanguageSelectProps) {
  return (
    <form className="language" method="get">
      <label className="visually-hidden" htmlFor="language">
        {texts.site.language}
      </label>
      <select id="language" name="lang" defaultValue={language} autoComplete="off">
        {LANGUAGE_ENTRIES.filter((entry) => AVAILABLE_LANGUAGES.includes(entry.code)).map((entry) => (
          <option key={entry.code} value={entry.code} lang={entry.code}>
            {`${entry.flag} ${entry.name}`}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="button button-small">
          {texts.site.changeLanguage}
        </button>
      </noscript>
    </form>
  )
}
