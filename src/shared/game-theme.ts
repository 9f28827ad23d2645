import * as z from 'zod'

/** The colours of the site, by the word a game folder has for each; the values are those of a game that states none. */
export const DEFAULT_COLORS = {
  /** Behind everything. Darker than the text: pictures and shadows are made for dark pages. */
  background: '#070a16',
  /** Of panels and of the band of mails. */
  surface: '#0b1330',
  /** Of what stands out from panels. */
  raised: '#111b3f',
  /** Large and blurred, behind sections. */
  glow: '#2b438c',
  text: '#f4ecdd',
  softText: '#cfc8bb',
  /** Of labels and notes. */
  label: '#8fa6d8',
  /** Around fields. */
  border: '#6f84b5',
  /** Of buttons, prices and ornaments. */
  accent: '#d9b878',
  /** Of links, headings, the focus ring and the upper end of buttons. */
  brightAccent: '#f0d59b',
  /** The lower end of buttons. */
  darkAccent: '#b98f4c',
  /** On buttons. */
  onAccent: '#1a1006',
  /** Of sparks and of the mark of the best value. */
  ember: '#ff6a2a',
  /** Behind warnings and the mark of the best value. */
  danger: '#a3160c',
  good: '#6fd39a',
  bad: '#ff8f7a',
} as const

/** A word of {@link DEFAULT_COLORS}. */
export type ColorName = keyof typeof DEFAULT_COLORS

/** The colours of a site, each as `#rrggbb`. */
export type ThemeColors = Readonly<Record<ColorName, string>>

const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as #d9b878')
  .transform((text) => text.toLowerCase())

const COLOR_NAMES = Object.keys(DEFAULT_COLORS) as ColorName[]

const Colors = z
  .strictObject(
    Object.fromEntries(COLOR_NAMES.map((name) => [name, Color.optional()])) as Record<
      ColorName,
      z.ZodOptional<typeof Color>
    >,
  )
  .default({})

const Line = z.string().trim().min(1)

/** A file of `fonts`. */
const FontFile = z.strictObject({
  file: z.string().regex(/^[a-z0-9-]+\.woff2$/, 'expected a name such as title.woff2'),
  /** The characters it is for, as in CSS; all that it has if left out. */
  unicodeRange: z
    .string()
    .regex(
      /^U\+[0-9A-F?]{1,6}(-[0-9A-F]{1,6})?(, ?U\+[0-9A-F?]{1,6}(-[0-9A-F]{1,6})?)*$/i,
      'expected ranges such as U+0020-007E, U+00A0-00FF',
    )
    .optional(),
  /** Of running text: bold files are for labels. Headings and the title have one weight. */
  weight: z.enum(['regular', 'bold']).default('regular'),
})

const Typeface = z.strictObject({
  /** Name, author and licence are shown under `/credits`. */
  name: Line,
  author: Line,
  licence: Line,
  /** How large it is beside others of its size; 100 leaves it as it is. */
  sizePercent: z.int().min(50).max(200).default(100),
  files: z.array(FontFile).min(1),
})
export type Typeface = z.infer<typeof Typeface>

const Face = z.union([z.literal('system'), Typeface]).optional()

/** `theme` of `game/game.json`: what differs from the shop's own colours and typefaces. */
export const Theme = z.strictObject({
  colors: Colors,
  /** `system` takes the fonts of the reader's device. */
  fonts: z.strictObject({ title: Face, heading: Face, text: Face }).default({}),
})
export type Theme = z.infer<typeof Theme>

/** What a typeface is for: the game's title, headings and buttons, running text. */
export type FontRole = keyof Theme['fonts']

/** The colours of a game: its own, and the shop's where it states none. */
export function colorsOf(theme: Theme | null): ThemeColors {
  const own = Object.entries(theme?.colors ?? {}).filter(([, color]) => color !== undefined)
  return { ...DEFAULT_COLORS, ...Object.fromEntries(own) }
}

const GROUNDS = ['background', 'surface', 'raised'] as const
const TEXTS = ['text', 'softText', 'label', 'accent', 'brightAccent', 'good', 'bad'] as const

/** The least contrast of text and of parts of the interface. Source: WCAG 2.2, success criteria 1.4.3 and 1.4.11. */
const TEXT_CONTRAST = 4.5
const PART_CONTRAST = 3

interface ColorPair {
  readonly front: ColorName
  readonly back: ColorName
  readonly least: number
}

/** What stands on what. */
const COLOR_PAIRS: readonly ColorPair[] = [
  ...GROUNDS.flatMap((back) => [
    ...TEXTS.map((front) => ({ front, back, least: TEXT_CONTRAST })),
    { front: 'border', back, least: PART_CONTRAST } as const,
  ]),
  ...(['accent', 'brightAccent', 'darkAccent'] as const).map((back) => ({
    ...({ front: 'onAccent', back, least: TEXT_CONTRAST } as const),
  })),
  // the button of mails
  { front: 'background', back: 'accent', least: TEXT_CONTRAST },
  { front: 'text', back: 'danger', least: TEXT_CONTRAST },
]

/** Colours that cannot be read on each other, one line each with what to do; empty if all can be. */
export function colorFaults(colors: ThemeColors): string[] {
  if (luminance(colors.background) >= luminance(colors.text))
    return [
      `background ${colors.background} is lighter than text ${colors.text}: pictures and shadows are made for dark pages; choose a dark background and a light text`,
    ]
  return COLOR_PAIRS.flatMap(({ front, back, least }) => {
    const ratio = contrast(colors[front], colors[back])
    if (ratio >= least) return []
    const isLighter = luminance(colors[front]) > luminance(colors[back])
    const [lighter, darker] = isLighter ? [front, back] : [back, front]
    // rounded down: 4.49 is not 4.5
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
    return [
      `${front} ${colors[front]} on ${back} ${colors[back]}: contrast ${shown} : 1, expected ${String(least)} : 1 or more; make ${lighter} lighter or ${darker} darker`,
    ]
  })
}

/** The contrast of two colours `#rrggbb`, 1 to 21. Source: WCAG 2.2, contrast ratio. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Source: WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
