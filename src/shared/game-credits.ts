import * as z from 'zod'

const Line = z.string().trim().min(1)
const Work = z.strictObject({
  name: Line,
  author: Line,
  /** A name such as `CC BY 3.0`; those of `credits-page.tsx` are linked. */
  licence: Line,
  /** Where it comes from. */
  url: z.url({ protocol: /^https$/ }).optional(),
})

/** `game/credits.json`: whom a studio thanks for pictures and icons that are others' work. */
export const GameCredits = z.strictObject({
  /** Whether the pictures are the concept renders that come with the shop. */
  hasShopRenders: z.boolean().default(false),
  /** Where the symbols of `pictures/icons.svg` come from; a host name is linked. */
  source: Line.optional(),
  /** The licence of all of them. */
  licence: Line.optional(),
  /** `id` is the symbol's, `name` its name at the source. */
  icons: z.array(z.strictObject({ id: Line, name: Line, author: Line })).default([]),
  pictures: z.array(Work).default([]),
  /** Such as flags and marks. */
  others: z.array(Work).default([]),
})
/** The parsed file; lists that it omits are empty. */
export type GameCredits = z.infer<typeof GameCredits>
