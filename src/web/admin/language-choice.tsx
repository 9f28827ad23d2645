import { isLanguage, LANGUAGE_TABLE, LANGUAGES } from '#shared/languages.ts'
import { useAdmin } from './admin-context.ts'

/** Selects the back office's language, which is independent of the shop's. */
export function LanguageChoice() {
  const { texts, language, setLanguage } = useAdmin()
  return (
    <label className="language-choice">
      <span className="visually-hidden">{texts.shell.language}</span>
      <select
        name="adminLanguage"
        value={language}
        onChange={({ target }) => {
          if (isLanguage(target.value)) void setLanguage(target.value)
        }}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_TABLE[code].name}
          </option>
        ))}
      </select>
    </label>
  )
}
