import * as z from 'zod'
import { CURRENCIES } from './currency-codes.ts'
import { ORDER_PRICE_MAX } from './constants.ts'
import { USD } from './currency.ts'
import { EditionFiles } from './edition-files.ts'
import { EDITION_ID_FORM } from './editions.ts'
import { LegalFacts, linesWithout } from './game-legal.ts'
import { colorFaults, colorsOf, Theme } from './game-theme.ts'
import { defaultLanguage, LANGUAGES } from './languages.ts'
import { cents } from './money.ts'
import { priceFaults } from './offered-prices.ts'

const Percent = z.number().min(0).max(100)

const Picture = z.strictObject({
  /** The files are `pictures/<name>-<width>.avif` and `.webp`, and `<name>-placeholder.webp`. */
  name: z.string().regex(/^[a-z0-9-]+$/),
  widths: z.array(z.int().positive()).min(1),
  /** Of the largest file, in pixels, so that the page keeps the room before the picture is there. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** The point that a crop keeps, in percent from the left and from the top; the middle if there is none. */
  focus: z.tuple([Percent, Percent]).optional(),
})

/** Where the keys of an edition are used; the steps are in the texts. */
const Redeem = z.strictObject({
  /** The name of the shop or launcher, the same in every language. */
  shop: z.string().trim().min(1).max(60),
  link: z.url({ protocol: /^https$/ }),
  /** Of the place where a key is typed, for example. */
  picture: Picture.optional(),
})

const CODE_EXPECTED = 'expected an ISO 4217 code such as EUR, in capitals'

const EditionFacts = z.strictObject({
  /** In the smallest unit of the game's currency. */
  priceCents: z.int().positive().max(ORDER_PRICE_MAX).transform(cents),
  /** In other currencies, in the smallest unit of each. Every edition has the same ones. */
  prices: z
    .record(
      z.string().refine((code) => CURRENCIES.includes(code), CODE_EXPECTED),
      z.int().positive().max(ORDER_PRICE_MAX).transform(cents),
    )
    .optional(),
  stock: z.enum(['backorder', 'reserve']),
  /** Whether its card is marked as the best value. */
  isBestValue: z.boolean().default(false),
  /** What is sold, above its name on the card, which shows it 4:3. */
  picture: Picture.optional(),
  redeem: Redeem.optional(),
  /** What it contains beside its keys, such as a soundtrack. */
  files: EditionFiles.optional(),
})

/** One or more, by their ids, in the order pages show them. */
const Editions = z
  .record(z.string().regex(EDITION_ID_FORM), EditionFacts)
  .refine((editions) => Object.keys(editions).length > 0, 'expected one edition or more')
  .transform((editions) => Object.entries(editions).map(([id, facts]) => ({ id, ...facts })))

/** What joins an entry here to its words in `texts/<language>.json`. */
const Id = z.string().regex(/^[a-z][a-z0-9-]*$/)

/** A symbol of `pictures/icons.svg`. */
const Icon = Id

/** A file of `trailer`; its ending says what it is. */
const fileOf = (...endings: readonly string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^[a-z0-9-]+\\.(${endings.join('|')})$`),
      `expected a name such as trailer.${endings[0] ?? ''}, ending in ${endings.join(' or ')}`,
    )

const TrailerSource = z
  .strictObject({
    file: fileOf('webm', 'mp4'),
    codec: z.enum(['av1', 'h264']),
    /** In pixels; decides which readers get it. */
    width: z.int().positive(),
  })
  .refine(({ file, codec }) => codec === 'av1' || file.endsWith('.mp4'), 'expected an mp4 file for h264')

/** A film of the game. All its files are in `trailer`, its captions in `trailer/captions-<language>.vtt`. */
const Trailer = z.strictObject({
  poster: fileOf('webp', 'avif', 'jpg', 'png'),
  /** Of the largest source, in pixels, so that the dialog has the film's shape before the film. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** How long it is; no caption may be later. */
  seconds: z.number().positive(),
  /** In the order of preference. One must be H.264, which every browser plays. */
  sources: z
    .array(TrailerSource)
    .refine((sources) => sources.some(({ codec }) => codec === 'h264'), 'expected a source with h264'),
})

const WithIcon = z.strictObject({ id: Id, icon: Icon })
const WithPicture = z.strictObject({ id: Id, picture: Picture })
/** An address, or `#` where there is none yet. */
const Link = z.union([z.url({ protocol: /^https$/ }), z.literal('#')])

/** A section without entries is not on the page. */
const listOf = <T extends z.ZodType>(entry: T) => z.array(entry).default([])

/** The languages of a shop, the default one first. */
const Languages = z
  .array(z.enum(LANGUAGES))
  .min(1)
  .refine((languages) => new Set(languages).size === languages.length, 'expected each language once')
  .default([...LANGUAGES])

/** The fields of `game/game.json`, each by itself. */
const GameFields = z.strictObject({
  title: z.string().trim().min(1).max(60),
  /** The footer then says so. */
  isFictional: z.boolean().default(false),
  /** With its offset from UTC. */
  releaseAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** Null leaves the page as it is after the release instant, with its countdown at zero. */
  afterLaunch: z.enum(['out-now']).nullable(),
  supportEmail: z.email(),
  /** For search engines: schema.org's `genre` and `gamePlatform`. */
  genres: z.array(z.string()).default([]),
  platforms: z.array(z.string()).default([]),
  /** Of `priceCents`, by its ISO 4217 code. */
  currency: z.enum(CURRENCIES, { error: CODE_EXPECTED }).default(USD),
  editions: Editions,
  hero: Picture,
  trailer: Trailer.nullable().default(null),
  /** Decoration of these sections; the closing one, and the page of an unknown path, show the hero's where they have none. */
  sectionPictures: z
    .strictObject({
      features: Picture.optional(),
      modes: Picture.optional(),
      campaigns: Picture.optional(),
      systems: Picture.optional(),
      rewards: Picture.optional(),
      questions: Picture.optional(),
      comingSoon: Picture.optional(),
      notFound: Picture.optional(),
    })
    .default({}),
  /** The picture a shared link shows, 1200 x 630, in `pictures`. */
  share: z.string().regex(/^[a-z0-9-]+\.(jpg|png)$/),
  features: listOf(WithIcon),
  badges: listOf(WithIcon),
  modes: listOf(WithIcon),
  campaigns: listOf(z.strictObject({ id: Id })),
  worlds: listOf(WithPicture),
  maps: listOf(WithPicture),
  /** Cards with a list each, such as clans, earnings and fairness. */
  systems: listOf(WithIcon),
  /** What players are rewarded for. */
  rewards: listOf(WithIcon),
  /** Whether creators may apply for the beta. */
  hasCreatorBeta: z.boolean().default(false),
  gallery: listOf(WithPicture),
  /** `mark` is an SVG in `pictures`. */
  partners: listOf(z.strictObject({ id: Id, name: z.string(), mark: z.string().regex(/^[a-z0-9-]+\.svg$/) })),
  socials: z.strictObject({ twitter: Link, discord: Link, steam: Link }),
  /** Where a wish can be kept: the wishlist button opens it. Null where the game is in no store yet. */
  wishlistUrl: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  /** What visitors may choose from and mails are written in; the first is for who reads none of them. */
  languages: Languages,
  /** Null for the shop's own colours and typefaces. */
  theme: Theme.nullable().default(null),
  /** Who sells, for the texts of law; null while nobody does. */
  legal: LegalFacts.nullable().default(null),
})

/** `game/game.json`: what a studio changes to sell its own game. */
export const Game = GameFields.superRefine(({ languages, legal, theme, currency, editions }, context) => {
  const language = defaultLanguage(languages)
  for (const name of legal === null ? [] : linesWithout(legal, language))
    context.addIssue({ code: 'custom', path: ['legal', name], message: `expected a text in ${language}` })
  for (const message of theme === null ? [] : colorFaults(colorsOf(theme)))
    context.addIssue({ code: 'custom', path: ['theme', 'colors'], message })
  // editions with faults of their own are still as they were read
  const read = Array.isArray(editions) ? editions : []
  for (const { edition, currency: one, message } of priceFaults(currency, read))
    context.addIssue({ code: 'custom', path: ['editions', edition, 'prices', one], message })
})

/** The game on sale. `editions` are {@link Edition}s in the order of the file, `releaseAt` is a Date. */
export type Game = z.infer<typeof Game>

export type Picture = z.infer<typeof Picture>

export type Trailer = z.infer<typeof Trailer>
