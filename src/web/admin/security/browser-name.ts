const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /Safari\//],
]
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
]

/** Returns a short, recognizable name of a browser: `Firefox, Windows`. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null
  const find = (of: typeof BROWSERS) => of.find(([, known]) => known.test(userAgent))?.[0]
  const found = [find(BROWSERS), find(SYSTEMS)].filter((one) => one !== undefined)
  return found.length === 0 ? userAgent.slice(0, 60) : found.join(', ')
}
