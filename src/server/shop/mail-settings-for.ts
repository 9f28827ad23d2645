import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EditionFileStore } from '#server/edition-files/edition-files.ts'
import { readOrderFiles } from '#server/edition-files/read-order-files.ts'
import { keysTakenBy } from '#server/keys/take-keys.ts'
import { keysOf, type RecordHandOut } from '#server/keys/claim-keys.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import { orderCodeFor, orderSecretFor } from '#server/secrets/order-secret.ts'
import { waitingTokenFor } from '#server/secrets/waiting-token.ts'
import { editionNames } from '#server/site/edition-names.ts'
import { redeemWords } from '#server/site/redeem-facts.ts'
import type { GameFolder } from '#server/site/load-game.ts'
import { colorsOf } from '#shared/game-theme.ts'
import { editionNameOf } from '#shared/editions.ts'

/** Mails show PNG and JPEG, since many readers show neither SVG nor WebP; a game folder may have none. */
const MARK = 'icon-180.png'
const PICTURE = 'mail.jpg'

/** The settings of mails, from the game as it is sold when a mail is written, and the shop. */
export function mailSettingsFor(
  onSale: () => Pick<GameFolder, 'folder' | 'game' | 'texts'>,
  publicUrl: string,
  {
    secret,
    keyCipher,
    recordHandOut,
    editionFiles,
  }: {
    /** Absent: mails are written without links to files. */
    readonly editionFiles?: EditionFileStore
    readonly secret: Uint8Array
    readonly keyCipher: KeyCipher
    readonly recordHandOut: RecordHandOut
  },
): MailSettings {
  const { folder, game, texts } = onSale()
  const read = (name: string) => {
    const file = join(folder, 'pictures', name)
    return existsSync(file) ? readFileSync(file) : undefined
  }
  const markPng = read(MARK)
  const pictureJpeg = read(PICTURE)
  return {
    gameTitle: game.title,
    languages: game.languages,
    colors: colorsOf(game.theme),
    ...(markPng && { markPng }),
    ...(pictureJpeg && { pictureJpeg }),
    editionName: (edition, language) => editionNameOf(editionNames(game, texts[language]), edition),
    redeem: (edition, language) => {
      const now = onSale()
      return redeemWords(now.game, now.texts[language], edition)
    },
    publicUrl: () => publicUrl,
    supportEmail: game.supportEmail,
    orderAccess: (id) => ({ secret: orderSecretFor(secret, id), code: orderCodeFor(secret, id) }),
    waitingToken: (id) => waitingTokenFor(secret, id),
    readKeysElsewhere: async (db, id) => {
      const keys = await keysTakenBy(db, keyCipher, id)
      await recordHandOut(keys)
      return keys
    },
    ...(editionFiles && { readFiles: (db, order) => readOrderFiles(db, { secret, editionFiles }, order) }),
    readKeys: async (db, id) => {
      const keys = await keysOf(db, keyCipher, id)
      await recordHandOut(keys)
      return keys
    },
  }
}
