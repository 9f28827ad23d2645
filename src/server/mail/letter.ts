import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { Block } from './mail-layout.ts'
import type { MailTexts } from '#texts/en/mail.ts'

/** What every mail of this shop needs to know beside its own facts. */
export interface MailSetting {
  readonly gameTitle: string
  readonly editionName: (edition: EditionId, language: Language) => string
  /** Without a slash at its end; asked for late, since a demo may learn its port only by listening. */
  readonly publicUrl: () => string
  readonly supportEmail: string
}

/** What a template words its facts with. */
export interface Stationery {
  readonly language: Language
  readonly texts: MailTexts
  readonly setting: MailSetting
}

/** A mail in words, not laid out yet. */
export interface Letter {
  readonly subject: string
  /** What a list of mails shows beside the subject: never a key. */
  readonly preview: string
  readonly blocks: readonly Block[]
}
