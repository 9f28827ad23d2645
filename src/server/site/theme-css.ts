import { DEFAULT_COLORS, type ColorName, type ThemeColors } from '#shared/game-theme.ts'

/** The custom property of each colour that has one. */
const PROPERTIES: Readonly<Record<ColorName, string | null>> = {
  background: '--ink',
  surface: '--night',
  raised: '--night-raised',
  glow: null,
  text: '--bone',
  softText: '--bone-dim',
  label: '--steel',
  border: '--steel-dim',
  accent: '--gold',
  brightAccent: '--gold-bright',
  darkAccent: null,
  onAccent: null,
  ember: '--ember',
  danger: '--blood',
  good: '--good',
  bad: '--bad',
}

/** Further shades in the style sheets, and the colour of a theme that takes their place. */
const SHADES: Readonly<Record<string, ColorName>> = {
  '#050812': 'background',
  '#060914': 'background',
  '#0a0f24': 'background',
  '#0b1026': 'background',
  '#0a1029': 'surface',
  '#0d1128': 'surface',
  '#150f1c': 'surface',
  '#161431': 'surface',
  '#171a3c': 'surface',
  '#182453': 'raised',
  '#1b2a5e': 'raised',
  '#22356f': 'raised',
  '#24346f': 'raised',
  '#26376f': 'raised',
  '#dfe6f7': 'text',
  '#f6e2b3': 'brightAccent',
  '#fff6e0': 'brightAccent',
  '#e9c98c': 'brightAccent',
  '#ffd9a0': 'brightAccent',
  '#ffecc8': 'brightAccent',
  '#6d5226': 'darkAccent',
  '#8a5a24': 'darkAccent',
  '#a8752f': 'darkAccent',
  '#c8401a': 'danger',
}

const NAME_OF: Readonly<Record<string, ColorName>> = {
  ...SHADES,
  ...(Object.fromEntries(Object.entries(DEFAULT_COLORS).map(([name, color]) => [color, name])) as Record<
    string,
    ColorName
  >),
}

const LITERAL = /(--[a-z-]+:)?(#[0-9a-f]{6})([0-9a-f]{2})?(?![0-9a-f])/g

/**
 * The styles of a page in the colours of a theme. Custom properties get the theme's colour, so that forced colours, more
 * contrast and print keep their own; other literals become one of them, or the theme's colour itself.
 *
 * @param css as the build has minified it, with the shop's own colours.
 */
export function themedCss(css: string, colors: ThemeColors): string {
  return css.replaceAll(
    LITERAL,
    (whole, property: string | undefined, color: string, alpha: string | undefined) => {
      const name = NAME_OF[color]
      if (name === undefined) return whole
      if (alpha !== undefined) return `${property ?? ''}${translucent(reference(name, colors), alpha)}`
      const isItsOwn = property === `${PROPERTIES[name] ?? ''}:`
      return `${property ?? ''}${isItsOwn ? colors[name] : reference(name, colors)}`
    },
  )
}

/** The colours that the themes replace; the others of the style sheets are the same in every shop. */
export function isThemed(color: string): boolean {
  return NAME_OF[color] !== undefined
}

function reference(name: ColorName, colors: ThemeColors): string {
  const property = PROPERTIES[name]
  return property === null ? colors[name] : `var(${property})`
}

function translucent(color: string, alpha: string): string {
  const percent = Math.round((Number.parseInt(alpha, 16) / 255) * 100)
  return `color-mix(in srgb,${color} ${String(percent)}%,transparent)`
}
