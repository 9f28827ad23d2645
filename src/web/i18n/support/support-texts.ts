import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** What stands at the foot of every page: the keys of English. */
export type SupportTexts = Shape<typeof en>

// For the server's rendering alone: no browser fetches them.
export const SUPPORT_TEXTS: Readonly<Record<Language, SupportTexts>> = { en, ru, zh, ar, fr, de, he }
