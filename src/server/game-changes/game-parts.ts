import type { GameDocuments, JsonObject } from '#server/site/load-game.ts'
import type { Currency } from '#shared/currency.ts'
import type { EditionId } from '#shared/editions.ts'
import type { GameChanges, Redeem } from '#shared/game-changes.ts'
import type { Language } from '#shared/languages.ts'

/** A change that can be applied or left out by itself. */
export interface GamePart {
  /** Names it in messages, such as `price of standard`. */
  readonly name: string
  /** The files with the change, or a sentence that says why they have no place for it. */
  apply(documents: GameDocuments): GameDocuments | string
}

/** The parts of a version, in the order in which they are applied. */
export function gamePartsOf(changes: GameChanges): readonly GamePart[] {
  const { releaseAt, afterLaunch, prices = {}, redeem = {}, questions = {}, announcement = {} } = changes
  return [
    ...(releaseAt === undefined ? [] : [gamePart('date of the release', ['releaseAt'], releaseAt)]),
    ...(afterLaunch === undefined
      ? []
      : [gamePart('what follows the release', ['afterLaunch'], afterLaunch)]),
    ...Object.entries(prices).map(([edition, price]) => pricePart(edition, price)),
    ...Object.entries(changes.pricesIn ?? {}).flatMap(([currency, ofEditions]) =>
      Object.entries(ofEditions).map(([edition, price]) => pricePartIn(currency, edition, price)),
    ),
    ...Object.entries(redeem).map(([edition, said]) => redeemPart(edition, said)),
    ...ofLanguages(questions).map(([language, said]) =>
      textPart(`questions in ${language}`, language, ['questions'], said ?? undefined),
    ),
    ...ofLanguages(announcement).map(([language, said]) =>
      textPart(`announcement in ${language}`, language, ['comingSoon'], said),
    ),
    ...ofLanguages(changes.laterAnnouncement ?? {}).map(([language, said]) =>
      textPart(
        `announcement after the release in ${language}`,
        language,
        ['afterLaunch', 'comingSoon'],
        said,
      ),
    ),
  ]
}

function ofLanguages<Said>(said: Partial<Record<Language, Said>>): [Language, Said][] {
  return Object.entries(said) as [Language, Said][]
}

function gamePart(name: string, path: readonly string[], value: unknown): GamePart {
  return { name, apply: (documents) => ({ ...documents, game: setIn(documents.game, path, value) }) }
}

function pricePart(edition: EditionId, priceCents: number): GamePart {
  const { name, apply } = gamePart(`price of ${edition}`, ['editions', edition, 'priceCents'], priceCents)
  return { name, apply: (documents) => missingEdition(documents, edition) ?? apply(documents) }
}

/** A price in a currency that the folder has prices in: only it decides which these are. */
function pricePartIn(currency: Currency, edition: EditionId, price: number): GamePart {
  const path = ['editions', edition, 'prices']
  const { name, apply } = gamePart(`price of ${edition} in ${currency}`, [...path, currency], price)
  return {
    name,
    apply: (documents) => {
      const missing = missingEdition(documents, edition)
      if (missing !== null) return missing
      const has = Object.hasOwn(objectIn(documents.game, path), currency)
      return has ? apply(documents) : `game.json has no price of ${edition} in ${currency}`
    },
  }
}

/** The place in `game.json` and the steps in all texts belong together: neither is valid without the other. */
function redeemPart(edition: EditionId, redeem: Redeem | null): GamePart {
  const path = ['editions', edition, 'redeem']
  return {
    name: `redeeming of ${edition}`,
    apply: (documents) => {
      const missing = missingEdition(documents, edition)
      if (missing !== null) return missing
      const texts = [...documents.texts].map(([language, json]) => {
        const before = objectIn(json, path)
        // a language that came to the folder later has its own steps, or those of another
        const steps = redeem?.steps[language] ?? before['steps'] ?? Object.values(redeem?.steps ?? {})[0]
        return [language, setIn(json, path, redeem === null ? undefined : { ...before, steps })] as const
      })
      const place = redeem === null ? null : { shop: redeem.shop, link: redeem.link }
      const game = setIn(
        documents.game,
        path,
        place === null ? undefined : { ...objectIn(documents.game, path), ...place },
      )
      return { game, texts: new Map(texts) }
    },
  }
}

function textPart(name: string, language: Language, path: readonly string[], value: unknown): GamePart {
  return {
    name,
    apply: ({ game, texts }) => {
      const json = texts.get(language)
      if (json === undefined) return `the folder has no texts/${language}.json`
      const [parent] = path
      if (path.length > 1 && parent !== undefined && json[parent] === undefined)
        return `texts/${language}.json has no ${parent}`
      return { game, texts: new Map(texts).set(language, setIn(json, path, value)) }
    },
  }
}

function missingEdition({ game }: GameDocuments, edition: EditionId): string | null {
  const has = Object.hasOwn(objectIn(game, ['editions']), edition)
  return has ? null : `game.json has no edition ${edition}`
}

/** The object at a path; an empty one if there is none. */
function objectIn(json: JsonObject, path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>((at, key) => {
    const next = at[key]
    return typeof next === 'object' && next !== null && !Array.isArray(next) ? (next as JsonObject) : {}
  }, json)
}

/** A copy with a value at a path, in the order that the keys had; undefined removes it. */
function setIn(json: JsonObject, [key, ...rest]: readonly string[], value: unknown): JsonObject {
  if (key === undefined) return json
  if (rest.length > 0) return { ...json, [key]: setIn(objectIn(json, [key]), rest, value) }
  if (value !== undefined) return { ...json, [key]: value }
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== key))
}
