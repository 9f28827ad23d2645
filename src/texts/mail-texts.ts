import type { Language } from '#shared/languages.ts'
import { arMail } from './ar/mail.ts'
import { deMail } from './de/mail.ts'
import { enMail, type MailTexts } from './en/mail.ts'
import { frMail } from './fr/mail.ts'
import { heMail } from './he/mail.ts'
import { ruMail } from './ru/mail.ts'
import { zhMail } from './zh/mail.ts'

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: enMail,
  ru: ruMail,
  zh: zhMail,
  ar: arMail,
  fr: frMail,
  de: deMail,
  he: heMail,
}
