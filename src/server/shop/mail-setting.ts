import type { MailSetting } from '#server/mail/letter.ts'
import type { GameFolder } from '#server/site/load-game.ts'

/** What mails say of the game on sale and of the shop. */
export function mailSettingOf(
  { game, texts }: Pick<GameFolder, 'game' | 'texts'>,
  publicUrl: string,
): MailSetting {
  return {
    gameTitle: game.title,
    editionName: (edition, language) => texts[language].editions[edition].name,
    publicUrl: () => publicUrl,
    supportEmail: game.supportEmail,
  }
}
