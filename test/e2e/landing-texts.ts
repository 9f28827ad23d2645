import { loadGame, loadGameTexts } from '#server/site/load-game.ts'
import type { Language } from '#shared/languages.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'

const game = loadGame('game')
const texts = loadGameTexts('game', game)

/** The headings of the landing page in their order. */
export function headingsOf(language: Language): readonly string[] {
  const { preOrder, landing } = siteTextsOf(language)
  const words = texts[language]
  return [
    words.features?.title,
    words.modes?.title,
    words.campaigns?.title,
    words.worlds?.title,
    words.gallery?.title,
    preOrder.title,
    words.maps?.title,
    landing.systemsTitle,
    words.questions?.title,
    words.partners?.title,
    words.comingSoon.title,
    landing.languagesTitle,
  ].filter((title) => title !== undefined)
}

/** Every line of the game folder for a game that is not released yet, except alternative texts of pictures. */
export function linesOf(language: Language): readonly string[] {
  const { afterLaunch: _later, description: _head, ...shown } = texts[language]
  return leavesOf(shown, '').flatMap(([path, text]) => (isAlternative(path) ? [] : [text]))
}

/** The alternative texts of the pictures. */
export function alternativesOf(language: Language): readonly string[] {
  return leavesOf(texts[language], '').flatMap(([path, text]) => (isAlternative(path) ? [text] : []))
}

/** Names that are in Latin script in every language. */
export const LATIN_NAMES = [
  game.title,
  game.supportEmail,
  ...game.partners.map(({ name }) => name),
  ...['Keyhold', 'Bitcoin', 'Ethereum', 'USDT', 'USDC', 'NFT', 'PvP', 'Twitter', 'Discord', 'Steam'],
  ...['Windows', 'PC', 'GB', 'Emberfall Studio'],
  ...['English', 'Français', 'Deutsch'],
]

function isAlternative(path: string): boolean {
  return /(^|\.)(alt|heroAlt)$/.test(path)
}

function leavesOf(value: unknown, path: string): (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  )
}
