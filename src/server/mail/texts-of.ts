import type { Language } from '#shared/languages.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en, type MailTexts } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import { he } from './texts/he.ts'
import { ru } from './texts/ru.ts'
import { zh } from './texts/zh.ts'

const TEXTS: Readonly<Partial<Record<Language, MailTexts>>> = { en, ru, zh, ar, fr, de, he }

/** The mails' texts in a language, and which language they are in: English where one is not written yet. */
export function textsOf(language: Language): { readonly language: Language; readonly texts: MailTexts } {
  const texts = TEXTS[language]
  return texts === undefined ? { language: 'en', texts: en } : { language, texts }
}
