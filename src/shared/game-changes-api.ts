import * as z from 'zod'
import { CurrencyField, EditionField } from './api.ts'
import { IsoTimestamp } from './api-fields.ts'
import { GAME_FIELDS, GameContent } from './game-changes.ts'
import { LANGUAGES } from './languages.ts'

const Base = z.int().min(0)

/**
 * A change of the game on sale. `basedOn` is the version that the page showed; 0 is the folder alone. `draft` keeps what is
 * typed for a preview, `undo` puts a version back.
 */
export const GameChangeRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('save'), basedOn: Base, content: GameContent }),
  z.object({ action: z.literal('draft'), basedOn: Base, content: GameContent }),
  z.object({ action: z.literal('undo'), basedOn: Base, to: Base }),
  z.object({ action: z.literal('discard') }),
])
export type GameChangeRequest = z.infer<typeof GameChangeRequest>

/** The newest version, after a change. */
export const GameChangeReply = z.object({ success: z.literal(true), version: Base })
export type GameChangeReply = z.infer<typeof GameChangeReply>

const DifferenceRow = z.object({
  field: z.enum(GAME_FIELDS),
  edition: EditionField.nullable(),
  /** Of a price in another currency than the shop's. */
  currency: CurrencyField.nullable(),
  language: z.enum(LANGUAGES).nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** What the page of prices and texts needs. */
export const GameContentReply = z.object({
  success: z.literal(true),
  /** 0: nothing was changed yet. */
  version: Base,
  /** As it is sold and shown now. */
  content: GameContent,
  /** As the folder alone has it. */
  folder: GameContent,
  /** What the reader has typed and not saved, over what is saved now. */
  draft: z.object({ content: GameContent, savedAt: IsoTimestamp }).nullable(),
  /** Whether a setting decides about the date of the release. */
  isReleaseSet: z.boolean(),
  /** Stored changes that the folder no longer fits, in English. */
  unapplied: z.array(z.string()),
  /** The files of the folder that the changes concern, such as `texts/de.json`. */
  files: z.array(z.string()),
})
export type GameContentReply = z.infer<typeof GameContentReply>

const GameVersionRow = z.object({
  version: Base,
  madeAt: IsoTimestamp,
  /** The e-mail of who made it. */
  madeBy: z.string(),
  /** The version it put back, if it did; 0 is the folder alone. */
  restores: Base.nullable(),
  /** What it changed of the version before. */
  differences: z.array(DifferenceRow),
})
export type GameVersionRow = z.infer<typeof GameVersionRow>

export const GameVersionsQuery = z.object({ before: z.coerce.number().int().min(1).optional() })
/** The newest versions first; `next` is the `before` of the following page. */
export const GameVersionsReply = z.object({
  success: z.literal(true),
  versions: z.array(GameVersionRow),
  next: z.string().nullable(),
})
export type GameVersionsReply = z.infer<typeof GameVersionsReply>

export const GamePreviewQuery = z.object({ lang: z.enum(LANGUAGES).optional() })
/** A file of the game folder, by its path. */
export const GameFileQuery = z.object({
  file: z.enum(['game.json', ...LANGUAGES.map((language) => `texts/${language}.json` as const)]),
})
