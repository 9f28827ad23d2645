import type { Language } from './languages.ts'

// Beside the table of languages and not in it: browsers load this, and a row there would cost every visitor 40 B.
const LOCALES: { readonly [code in Language]?: string } = {
  // the tables of server and browser could differ in the digits
  ar: 'ar-EG-u-nu-arab',
}

/** The locale for Intl: the language's code, which means its most usual country, unless that would not be definite. */
export function localeOf(language: Language): string {
  return LOCALES[language] ?? language
}
