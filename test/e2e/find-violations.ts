import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Scope {
  readonly include?: string
  readonly exclude?: string
}

/** A violation that axe reports: its rule, and the markup of the elements. */
export type Violation = readonly [rule: string, elements: readonly string[]]

/**
 * Runs axe on a page. It runs inside the page alone: the other mode opens a second page to join the results of frames
 * from other origins, which no page here has, and takes twice as long. A sandboxed frame is not checked.
 */
export async function findViolations(page: Page, { include, exclude }: Scope = {}): Promise<Violation[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (include !== undefined) builder.include(include)
  if (exclude !== undefined) builder.exclude(exclude)
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
