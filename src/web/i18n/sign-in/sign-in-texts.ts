import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** What the sign-in page says in every language: the keys of English. */
export type SignInTexts = Shape<typeof en>

// For the server's rendering: the page carries its own language's texts, so that no buyer fetches them.
export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = { en, ru, zh, ar, fr, de, he }
