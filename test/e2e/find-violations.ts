import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Scope {
  readonly include?: string
  /** Without them, all. */
  readonly rules?: readonly string[]
  /** Whether frames are checked as well. */
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

const OPTIONS = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'tag' as const, values: EVERY_RULE },
  rules: {
    // Level AAA, 7:1 for all text: the design's muted text has the 4.5:1 of level AA, which is checked; readers who ask for
    // more contrast get stronger colours.
    'color-contrast-enhanced': { enabled: false },
  },
}

/** What is read of axe's results. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

const resolve = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve
/** The smallest of its builds, which a page compiles soonest. */
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Rules that a text of another length, or one that is missing, can break. All other rules see the same in every language of a
 * direction.
 */
export const RULES_OF_TEXT = [
  ...[
    'html-has-lang',
    'html-lang-valid',
    'valid-lang',
    'document-title',
    'empty-heading',
    'empty-table-header',
  ],
  ...['button-name', 'link-name', 'label', 'select-name', 'input-button-name', 'image-alt', 'summary-name'],
  ...[
    'aria-command-name',
    'aria-dialog-name',
    'aria-input-field-name',
    'aria-progressbar-name',
    'aria-tab-name',
  ],
  ...['label-content-name-mismatch', 'landmark-unique', 'scrollable-region-focusable', 'target-size'],
]

/** Of Arabic pages axe skips some texts, such as the date of a legal page: colours are checked at each width in English. */
export const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe on a page, with all its rules unless told otherwise. It is sent to each document once, which takes as long as a run. Frames are not
 * checked, unless they are asked for; a sandboxed one never is.
 */
export async function findViolations(
  page: Page,
  { include = 'html', rules, hasFrames = false }: Scope = {},
): Promise<Violation[]> {
  const { violations } = await (hasFrames ? runWithFrames(page, include) : runInPage(page, include, rules))
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

async function runInPage(
  page: Page,
  include: string,
  rules: readonly string[] | undefined,
): Promise<AxeResults> {
  const some = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules }, rules: {} }
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async ([scope, options]) => {
      const { axe } = globalThis as unknown as { axe: { run(...of: unknown[]): Promise<AxeResults> } }
      const { violations } = await axe.run(scope === 'html' ? document : scope, options)
      return {
        violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })),
      }
    },
    [include, { ...OPTIONS, ...some, iframes: false, selectors: false }] as const,
  )
}

/** Opens a second page to join the results of frames from other origins, and takes twice as long. */
async function runWithFrames(page: Page, include: string): Promise<AxeResults> {
  return new AxeBuilder({ page }).options(OPTIONS).include(include).analyze()
}
