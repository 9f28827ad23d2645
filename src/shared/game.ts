import * as z from 'zod'
import type { EditionId } from './editions.ts'
import { cents } from './money.ts'

const EditionFacts = z.strictObject({
  priceCents: z.int().positive().transform(cents),
  stock: z.enum(['backorder', 'reserve']),
  isBestValue: z.boolean(),
})

const Picture = z.strictObject({
  /** The files are `pictures/<name>-<width>.avif` and `.webp`. */
  name: z.string().regex(/^[a-z0-9-]+$/),
  widths: z.array(z.int().positive()).min(1),
  /** Of the largest file, in pixels, so that the page keeps the room before the picture is there. */
  width: z.int().positive(),
  height: z.int().positive(),
})

/** `game/game.json`: what a studio changes to sell its own game. */
export const Game = z
  .strictObject({
    title: z.string().trim().min(1).max(60),
    /** With its offset from UTC. */
    releaseAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    /** Null leaves the page as it is after the release instant, with its countdown at zero. */
    afterLaunch: z.enum(['out-now']).nullable(),
    supportEmail: z.email(),
    editions: z.strictObject({ standard: EditionFacts, supporter: EditionFacts }),
    pictures: z.strictObject({ hero: Picture }),
    socials: z.strictObject({ twitter: z.string(), discord: z.string(), steam: z.string() }),
    partners: z.array(z.strictObject({ name: z.string(), url: z.string() })),
  })
  .transform((game) => ({
    ...game,
    editions: {
      standard: { id: 'standard' as const, ...game.editions.standard },
      supporter: { id: 'supporter' as const, ...game.editions.supporter },
    },
  }))

/**
 * The game on sale. `editions[id]` is an {@link Edition} with its price in cents and stock mode, `releaseAt` a Date.
 * Source: spec section 9, product.md "Names" and "Stock".
 */
export type Game = z.infer<typeof Game>

const Line = z.string().trim().min(1)
const EditionTexts = z.strictObject({ name: Line, pitch: Line, features: z.array(Line).min(1) })

/** `game/texts/<language>.json`: the game in a reader's words. English is the one every game must have. */
export const GameTexts = z.strictObject({
  subtitle: Line,
  description: Line,
  heroAlt: Line,
  editions: z.strictObject({ standard: EditionTexts, supporter: EditionTexts } satisfies Record<
    EditionId,
    typeof EditionTexts
  >),
  benefits: z.array(Line).length(5),
})
export type GameTexts = z.infer<typeof GameTexts>
