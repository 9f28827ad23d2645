import type { Language } from '#shared/languages.ts'
import type { SignInTexts } from '#texts/en/sign-in.ts'

/** What the page carries for its script. */
export interface SignInProps {
  readonly language: Language
  readonly texts: SignInTexts
}
