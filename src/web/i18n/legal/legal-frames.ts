import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** What the shop itself says around the texts of law, and in its links to them: the keys of English. */
export type LegalFrame = Shape<typeof en>

// For the server's rendering alone: no browser fetches them.
export const LEGAL_FRAMES: Readonly<Record<Language, LegalFrame>> = { en, ru, zh, ar, fr, de, he }
