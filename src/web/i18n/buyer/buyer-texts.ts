import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** What the buyer's order page says in every language: the keys of English. */
export type BuyerTexts = Shape<typeof en>

// All of them at once: for the server's rendering and for tests. Browsers fetch one, see load-buyer-texts.ts.
export const BUYER_TEXTS: Readonly<Record<Language, BuyerTexts>> = { en, ru, zh, ar, fr, de, he }
