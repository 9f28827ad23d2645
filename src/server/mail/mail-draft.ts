import type { Db } from '#server/db/database.ts'
import type { OrderFile } from '#shared/edition-files.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { ThemeColors } from '#shared/game-theme.ts'
import type { RedeemFacts } from '#shared/page-facts.ts'
import type { MailBlock } from './mail-layout.ts'
import type { MailTexts } from '#texts/en/mail.ts'

/** Settings of the shop that every mail uses, beside the facts of its template. */
export interface MailSettings {
  readonly gameTitle: string
  /** What buyers may choose from; a mail in another language is sent in the first. */
  readonly languages: readonly Language[]
  /** Absent: the shop's own. */
  readonly colors?: ThemeColors
  /** The game's mark as a square PNG; absent if the game folder has none. */
  readonly markPng?: Uint8Array
  /** A picture of the game, 3 : 1, at the top of mails to buyers; absent if the game folder has none. */
  readonly pictureJpeg?: Uint8Array
  readonly editionName: (edition: EditionId, language: Language) => string
  /** Where and how its keys are used; null, or absent, where the game folder does not say it. */
  readonly redeem?: (edition: EditionId, language: Language) => Omit<RedeemFacts, 'picture'> | null
  /** Without a trailing slash; a function, since a demo may know its port only once it listens. */
  readonly publicUrl: () => string
  readonly supportEmail: string
  /** What opens an order: its second secret, and the code to type where no script runs. */
  readonly orderAccess: (paymentId: string) => OrderAccess
  /** What the links of an entry of the waiting list contain, by the entry's id. */
  readonly waitingToken: (entryId: string) => string
  /** The keys an order has now, decrypted; mails never store them. */
  readonly readKeysElsewhere: (db: Db, externalOrderId: string) => Promise<readonly string[]>
  /** The files that belong to an order; absent where editions contain none. */
  readonly readFiles?: (
    db: Db,
    order: { readonly id: string; readonly edition: EditionId },
  ) => Promise<readonly OrderFile[]>
  readonly readKeys: (db: Db, paymentId: string) => Promise<readonly string[]>
}

interface OrderAccess {
  readonly secret: string
  readonly code: string
}

/** What a template needs beside its facts. */
export interface TemplateContext {
  readonly language: Language
  readonly texts: MailTexts
  readonly settings: MailSettings
}

/** A mail before it is laid out as text and HTML. */
export interface MailDraft {
  readonly subject: string
  /** The preview line of a mail list; never contains a key. */
  readonly preview: string
  readonly blocks: readonly MailBlock[]
  /** Where one POST without a cookie ends these mails (RFC 8058); absent from mails about an order, which have no end. */
  readonly unsubscribeUrl?: string
}
