import type { MailSettings } from '#server/mail/mail-draft.ts'
import { editionNames } from '#server/site/edition-names.ts'
import type { GameFolder } from '#server/site/load-game.ts'
import { editionNameOf } from '#shared/editions.ts'

/** What mails say of the game on sale and of the shop. */
export function mailSettingOf(
  { game, texts }: Pick<GameFolder, 'game' | 'texts'>,
  publicUrl: string,
): MailSettings {
  return {
    gameTitle: game.title,
    editionName: (edition, language) => editionNameOf(editionNames(game, texts[language]), edition),
    publicUrl: () => publicUrl,
    supportEmail: game.supportEmail,
  }
}
