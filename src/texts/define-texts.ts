import type { Language } from '#shared/languages.ts'

/**
 * Defines the texts of one area that a browser fetches in one language only, and returns the function that fetches
 * them. `Texts` is the shape of the English ones ({@link TextShape}). Every language must have a loader and every text:
 * what is missing does not compile, so there is no fallback to another language. The build replaces the loaders by one
 * address in which the language stands (`scripts/name-texts.mjs`).
 */
export function defineTexts<Texts>(
  loaders: Readonly<Record<Language, () => Promise<Texts>>>,
): (language: Language) => Promise<Texts> {
  return (language) => loaders[language]()
}
