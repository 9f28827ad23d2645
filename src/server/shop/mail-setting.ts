import type { MailSettings } from '#server/mail/mail-draft.ts'
import type { GameFolder } from '#server/site/load-game.ts'

/** What mails say of the game on sale and of the shop. */
export function mailSettingOf(
  { game, texts }: Pick<GameFolder, 'game' | 'texts'>,
  publicUrl: string,
): MailSettings {
  return {
    gameTitle: game.title,
    editionName: (edition, language) => texts[language].editions[edition].name,
    publicUrl: () => publicUrl,
    supportEmail: game.supportEmail,
  }
}
