import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Scope {
  readonly include?: string
  readonly exclude?: string
  /** Whether frames of other origins are checked as well. */
  readonly hasFrames?: boolean
}

/** A violation that axe reports: its rule, and the markup of the elements. */
export type Violation = readonly [rule: string, elements: readonly string[]]

/**
 * The tags that together name every rule of axe: without them it leaves out those it calls experimental or deprecated,
 * those of level AAA, and the size of targets.
 */
const EVERY_RULE = [
  ...['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  ...['best-practice', 'experimental', 'deprecated', 'wcag2a-obsolete'],
]

/** Rules that are not checked. */
const LEFT_OUT = {
  // Level AAA, 7:1 for all text: the design's muted text has the 4.5:1 of level AA, which is checked; readers who ask for
  // more contrast get stronger colours.
  'color-contrast-enhanced': { enabled: false },
}

/** Sending and compiling axe again takes a third as long as running it. */
const NOTHING_TO_LOAD = { axeSource: 'undefined' }

/**
 * Runs axe on a page, with all its rules. It runs inside the page alone: the other mode opens a second page to join the
 * results of frames from other origins, which only the checkout in another site has, and takes twice as long. A sandboxed frame is not
 * checked.
 */
export async function findViolations(
  page: Page,
  { include, exclude, hasFrames = false }: Scope = {},
): Promise<Violation[]> {
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => 'axe' in globalThis))
  const builder = new AxeBuilder({ page, ...(isLoaded ? NOTHING_TO_LOAD : {}) })
    .setLegacyMode(!hasFrames)
    .options({
      resultTypes: ['violations'],
      runOnly: { type: 'tag', values: EVERY_RULE },
      rules: LEFT_OUT,
    })
  if (include !== undefined) builder.include(include)
  if (exclude !== undefined) builder.exclude(exclude)
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
