import type { Page } from '@playwright/test'
import type { Language } from '#shared/languages.ts'
import { findViolations } from './find-violations.ts'
import { expect } from './shop.ts'

/** Where what every page has is checked: each direction of text and each width once, the harder one on a phone. */
export const VIEWS = [
  { language: 'en', widthPx: 1280 },
  { language: 'ar', widthPx: 390 },
] as const
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
