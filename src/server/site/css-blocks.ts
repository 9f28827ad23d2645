/** A rule, a group of rules such as `@media`, or a statement of a style sheet. */
export interface CssBlock {
  readonly head: string
  /** Null for a statement such as `@layer base, page;`. */
  readonly body: string | null
}

/** Whether a block contains blocks, not declarations. */
export function isGroup({ head }: CssBlock): boolean {
  return /^@(media|supports|layer|container|scope|starting-style)/.test(head)
}

/**
 * The statements and blocks of a style sheet's first level.
 *
 * @param css minified, without comments and without braces in strings.
 */
export function cssBlocks(css: string): CssBlock[] {
  const blocks: CssBlock[] = []
  let from = 0
  while (from < css.length) {
    let stop = from
    while (stop < css.length && css[stop] !== '{' && css[stop] !== ';') stop += 1
    if (stop === css.length) break
    const head = css.slice(from, stop).trim()
    if (css[stop] === ';') {
      blocks.push({ head, body: null })
      from = stop + 1
      continue
    }
    const end = endOfBlock(css, stop)
    blocks.push({ head, body: css.slice(stop + 1, end) })
    from = end + 1
  }
  return blocks
}

/** `a, :is(b, c)` as `a` and `:is(b, c)`. */
export function splitAtCommas(selectors: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= selectors.length; at++) {
    if (selectors[at] === '(') depth += 1
    if (selectors[at] === ')') depth -= 1
    if (at === selectors.length || (selectors[at] === ',' && depth === 0)) {
      parts.push(selectors.slice(from, at).trim())
      from = at + 1
    }
  }
  return parts
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new RangeError(
    'expected a style sheet whose braces are in pairs, one is missing; build the site anew',
  )
}
