import { ADMIN_LANGUAGE_COOKIE as NAME } from '#shared/constants.ts'
import { isLanguage, type Language } from '#shared/languages.ts'

/**
 * Returns the back office's own language: the last one chosen here, Arabic by default. Local storage takes precedence
 * over the cookie.
 */
export function readChosenLanguage(): Language {
  const stored = read() ?? /(?:^|;\s*)adminLanguage=(\w+)/.exec(document.cookie)?.[1]
  return stored !== undefined && isLanguage(stored) ? stored : 'ar'
}

export function storeChosenLanguage(language: Language): void {
  document.cookie = `${NAME}=${language};path=/;max-age=31536000;samesite=lax`
  try {
    localStorage.setItem(NAME, language)
  } catch {
    return // a browser may refuse all storage: then only the cookie remembers the choice
  }
}

function read(): string | undefined {
  try {
    return localStorage.getItem(NAME) ?? undefined
  } catch {
    return undefined
  }
}
