import * as z from 'zod'
import { EDITION_ID_FORM } from './editions.ts'
import type { Game } from './game.ts'

const Line = z.string().trim().min(1)
const LaterEditionTexts = z.strictObject({
  name: Line,
  pitch: Line,
  features: z.array(Line).min(1),
  /** What its picture shows. */
  alt: Line.optional(),
})
const EditionTexts = LaterEditionTexts.extend({
  /** What a buyer does with a key, step by step. */
  redeem: z
    .strictObject({
      steps: z.array(Line).min(1).max(8),
      /** What the picture shows. */
      alt: Line.optional(),
    })
    .optional(),
})
const editionsOf = <T extends z.ZodType>(texts: T) => z.record(z.string().regex(EDITION_ID_FORM), texts)
const Benefits = z.array(Line).length(5)
const ComingSoon = z.strictObject({ title: Line, text: Line })

/** A section's heading, and the words of its entries by the id they have in `game.json`. */
const sectionOf = <T extends z.ZodType>(entry: T) =>
  z.strictObject({ title: Line, lead: Line, items: z.record(z.string(), entry) }).optional()

const Card = z.strictObject({ title: Line, text: Line })

/** `game/texts/<language>.json`: the game in a reader's words. English is the one every game must have. */
export const GameTexts = z.strictObject({
  subtitle: Line,
  description: Line,
  heroAlt: Line,
  editions: editionsOf(EditionTexts),
  /** The heading above the benefits; the site's own words if the game has none. */
  benefitsTitle: Line.optional(),
  benefits: Benefits,
  features: sectionOf(Card),
  badges: z.record(z.string(), Line).optional(),
  modes: sectionOf(z.strictObject({ title: Line, note: Line, text: Line })),
  campaigns: sectionOf(z.strictObject({ title: Line, text: Line, tags: z.array(Line).min(1) })),
  worlds: sectionOf(z.strictObject({ title: Line, text: Line, alt: Line })),
  maps: sectionOf(z.strictObject({ title: Line, text: Line, tag: Line, alt: Line })),
  systems: z.record(z.string(), z.strictObject({ title: Line, points: z.array(Line).min(1) })).optional(),
  rewards: sectionOf(Card),
  creatorBeta: z.strictObject({ title: Line, text: Line, perks: z.array(Line).min(1) }).optional(),
  gallery: sectionOf(z.strictObject({ caption: Line, alt: Line })),
  /** What each partner does. */
  partners: sectionOf(Line),
  /** What a buyer wants to know at a glance, such as platforms, age rating and system requirements. */
  facts: z.array(z.strictObject({ label: Line, value: Line })).default([]),
  questions: z
    .strictObject({ title: Line, items: z.array(z.strictObject({ question: Line, answer: Line })).min(1) })
    .optional(),
  comingSoon: ComingSoon,
  /** What takes the place of the above once the game is out and `afterLaunch` is `out-now`. */
  afterLaunch: z
    .strictObject({
      subtitle: Line,
      description: Line,
      editions: editionsOf(LaterEditionTexts),
      benefits: Benefits,
      comingSoon: ComingSoon,
    })
    .optional(),
})
/** The parsed texts of one language; a section that the game does not have is undefined. */
export type GameTexts = z.infer<typeof GameTexts>

/** A section of the game: a list in `game.json` whose entries have their words by id. */
export type SectionId = {
  [Key in keyof Game]: Game[Key] extends readonly { readonly id: string }[] ? Key : never
}[keyof Game]

/** Where the words of each section's entries stand. */
const SECTION_WORDS: Readonly<
  Record<SectionId, (texts: GameTexts) => Readonly<Record<string, unknown>> | undefined>
> = {
  editions: (texts) => texts.editions,
  features: (texts) => texts.features?.items,
  badges: (texts) => texts.badges,
  modes: (texts) => texts.modes?.items,
  campaigns: (texts) => texts.campaigns?.items,
  worlds: (texts) => texts.worlds?.items,
  maps: (texts) => texts.maps?.items,
  systems: (texts) => texts.systems,
  rewards: (texts) => texts.rewards?.items,
  gallery: (texts) => texts.gallery?.items,
  partners: (texts) => texts.partners?.items,
}

/** Every section, in the order of `game.json`. */
export const SECTION_IDS = Object.keys(SECTION_WORDS) as SectionId[]

/**
 * What a game names that has no words, and words for what it does not name, one line each: `maps.bridge: missing`.
 * Empty where the texts fit the game.
 */
export function textFaults(game: Game, texts: GameTexts): string[] {
  const found = SECTION_IDS.flatMap((section) =>
    idFaults(section, game[section], SECTION_WORDS[section](texts)),
  )
  if (texts.afterLaunch !== undefined)
    found.push(...idFaults('afterLaunch.editions', game.editions, texts.afterLaunch.editions))
  found.push(...editionAltFaults(game, texts), ...redeemFaults(game, texts))
  if (game.hasCreatorBeta && texts.creatorBeta === undefined) found.push('creatorBeta: missing')
  if (game.afterLaunch !== null && texts.afterLaunch === undefined) found.push('afterLaunch: missing')
  return found
}

/** An edition with a picture has words for those who cannot see it, before the release and after. */
function editionAltFaults({ editions }: Game, texts: GameTexts): string[] {
  return editions.flatMap(({ id, picture }) => {
    if (picture === undefined) return []
    const before = texts.editions[id] !== undefined && texts.editions[id].alt === undefined
    const later = texts.afterLaunch?.editions[id]
    return [
      ...(before ? [`editions.${id}.alt: missing`] : []),
      ...(later !== undefined && later.alt === undefined ? [`afterLaunch.editions.${id}.alt: missing`] : []),
    ]
  })
}

/** An edition that says where its keys are used has the steps, and one that does not has none. */
function redeemFaults({ editions }: Game, texts: GameTexts): string[] {
  return editions.flatMap(({ id, redeem }) => {
    const said = texts.editions[id]
    if (said === undefined) return []
    const path = `editions.${id}.redeem`
    if (redeem === undefined) return said.redeem === undefined ? [] : [`${path}: not in game.json`]
    if (said.redeem === undefined) return [`${path}: missing`]
    return redeem.picture !== undefined && said.redeem.alt === undefined ? [`${path}.alt: missing`] : []
  })
}

function idFaults(
  section: string,
  entries: readonly { readonly id: string }[],
  words: Readonly<Record<string, unknown>> = {},
): string[] {
  const named = new Set(entries.map(({ id }) => id))
  const missing = [...named]
    .filter((id) => !Object.hasOwn(words, id))
    .map((id) => `${section}.${id}: missing`)
  const unknown = Object.keys(words).filter((id) => !named.has(id))
  return [...missing, ...unknown.map((id) => `${section}.${id}: not in game.json`)]
}
