import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Language } from '#shared/languages.ts'
import { expect } from './shop.ts'

/** The languages and widths in which elements common to all pages are checked. */
export const VIEWS = (['en', 'ar'] as const).flatMap((language) =>
  [390, 1280].map((widthPx) => ({ language, widthPx })),
)
export interface View {
  readonly language: Language
  readonly widthPx: number
}

/** Opens a page in a view. */
export async function openIn(page: Page, { language, widthPx }: View, path = '/'): Promise<void> {
  await page.setViewportSize({ width: widthPx, height: 800 })
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
}

/** Expects that axe finds no violation. */
export async function expectAccessible(page: Page, scope?: string): Promise<void> {
  const builder = new AxeBuilder({ page })
  const { violations } = await (scope === undefined ? builder : builder.include(scope)).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
