import type { Language } from '#shared/languages.ts'
import type { SignInTexts } from '#texts/en/sign-in.ts'

/** The data the page contains for its script. */
export interface SignInProps {
  readonly language: Language
  readonly texts: SignInTexts
}
