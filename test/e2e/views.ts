import type { Page } from '@playwright/test'
import type { Language } from '#shared/languages.ts'
import { findViolations } from './find-violations.ts'
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
  expect(await findViolations(page, scope === undefined ? {} : { include: scope })).toEqual([])
}
