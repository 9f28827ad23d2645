import type { Language } from './languages.ts'

/**
 * Texts a studio writes for its game. They are data: the shop's default language must be there, any other may be missing.
 * The program's own texts, in `src/texts`, are complete in every language.
 */
export interface StudioTexts<Texts> {
  /** What readers of a language without texts get: those in the shop's default language. */
  readonly standIn: { readonly language: Language; readonly texts: Texts }
  /** By every offered language that is written, the default one among them. */
  readonly written: ReadonlyMap<Language, Texts>
}

/** What a reader of a language gets, and which language that is in: the default one where the studio wrote no other. */
export function studioTextsIn<Texts>(
  { standIn, written }: StudioTexts<Texts>,
  language: Language,
): { readonly texts: Texts; readonly language: Language } {
  const texts = written.get(language)
  return texts === undefined ? standIn : { texts, language }
}
