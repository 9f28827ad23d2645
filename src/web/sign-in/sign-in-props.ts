import type { Language } from '#shared/languages.ts'
import type { SignInTexts } from '#web/i18n/sign-in/sign-in-texts.ts'

/** What the page carries for its script. */
export interface SignInProps {
  readonly language: Language
  readonly texts: SignInTexts
}
