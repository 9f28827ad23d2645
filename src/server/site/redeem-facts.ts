import type { EditionId } from '#shared/editions.ts'
import type { Game } from '#shared/game.ts'
import type { GameTexts } from '#shared/game-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { PageFacts, PaidEditions, RedeemByEdition, RedeemFacts } from '#shared/page-facts.ts'
import { textContent, type Content } from './content.ts'
import { pictureFacts } from './game-sections.ts'
import type { GameFiles } from './game-files.ts'

/** Where and how the keys of an edition are used, without a picture; null if the game folder does not say it. */
export function redeemWords(
  { editions }: Pick<Game, 'editions'>,
  texts: Pick<GameTexts, 'editions'>,
  edition: EditionId,
): Omit<RedeemFacts, 'picture'> | null {
  const place = editions.find(({ id }) => id === edition)?.redeem
  const words = texts.editions[edition]?.redeem
  if (place === undefined || words === undefined) return null
  return { shop: place.shop, link: place.link, steps: words.steps }
}

/** The same for every edition that says it, with its picture. */
export function redeemFacts(
  game: Pick<Game, 'editions'>,
  texts: Pick<GameTexts, 'editions'>,
  files: Pick<GameFiles, 'file' | 'icon'>,
): RedeemByEdition {
  const entries = game.editions.flatMap(({ id, redeem }) => {
    const words = redeemWords(game, texts, id)
    if (words === null || redeem === undefined) return []
    const { picture: of } = redeem
    const alt = texts.editions[id]?.redeem?.alt ?? ''
    const picture = of === undefined ? null : pictureFacts(of, alt, files)
    return [[id, { ...words, picture }] as const]
  })
  return Object.fromEntries(entries)
}

/** Adds what paid orders bring as a file: the payment dialog and the order page read it once an order is paid. */
export function addRedeem(
  files: Map<string, Content>,
  language: Language,
  game: Pick<Game, 'editions'>,
  editions: RedeemByEdition,
): PageFacts['redeem'] {
  const paid: PaidEditions = Object.fromEntries(
    game.editions
      .map(
        ({ id, files: named = [] }) =>
          [id, { redeem: editions[id] ?? null, hasFiles: named.length > 0 }] as const,
      )
      .filter(([, { redeem, hasFiles }]) => redeem !== null || hasFiles),
  )
  if (Object.keys(paid).length === 0) return null
  const content = textContent('application/json', JSON.stringify(paid))
  const file = `/game/redeem-${language}.${content.etag.slice(1, 6)}.json`
  files.set(file, content)
  return { file, editions }
}
