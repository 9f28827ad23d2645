import type { Language } from './languages.ts'

/**
 * Texts a studio writes for its game. They are data: English must be there, any other language may be missing. The
 * program's own texts, in `src/texts`, are complete in every language.
 */
export interface StudioTexts<Texts> {
  readonly english: Texts
  /** By every language that is written, English among them. */
  readonly written: ReadonlyMap<Language, Texts>
}

/** What a reader of a language gets, and which language that is in: English where the studio wrote no other. */
export function studioTextsIn<Texts>(
  { english, written }: StudioTexts<Texts>,
  language: Language,
): { readonly texts: Texts; readonly language: Language } {
  const texts = written.get(language)
  return texts === undefined ? { texts: english, language: 'en' } : { texts, language }
}
