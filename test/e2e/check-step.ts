import type { Page } from '@playwright/test'
import { findViolations, RULES_OF_COLORS } from './find-violations.ts'
import { expect } from './shop.ts'

export const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const NARROWEST_PX = 320

/**
 * Checks a step on a phone, on a desktop and on the narrowest phone: nothing overflows, and axe finds no violation, on a
 * phone in a language that is written from right to left, on a desktop in others, whose colours it reads on a phone as well.
 * Behind an open dialog the page is inert, and has tests of its own: axe reads the dialog alone.
 */
export async function checkStep(page: Page, step: string): Promise<void> {
  const dialog = 'dialog[open]'
  const scope = (await page.locator(dialog).count()) > 0 ? { include: dialog } : {}
  const isRightToLeft = (await page.evaluate(() => document.documentElement.dir)) === 'rtl'
  const axeAt = isRightToLeft ? PHONE : DESKTOP
  for (const size of [DESKTOP, { ...PHONE, width: NARROWEST_PX }, PHONE]) {
    await page.setViewportSize(size)
    const beyond = await page.evaluate(async () => {
      // in other letters the page has other lines
      await document.fonts.ready
      return [document.documentElement, ...document.querySelectorAll('dialog[open]')].map((element) =>
        Math.max(0, element.scrollWidth - element.clientWidth),
      )
    })
    expect([step, size.width, ...beyond]).toEqual([step, size.width, ...beyond.map(() => 0)])
    if (size.width === NARROWEST_PX || (size !== axeAt && isRightToLeft)) continue
    // animations must finish before the text is read; scroll-driven ones never finish
    await page.evaluate(async () => {
      const passing = document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline)
      await Promise.all(passing.map((animation) => animation.finished))
    })
    const rules = size === axeAt ? {} : { rules: RULES_OF_COLORS }
    expect(await findViolations(page, { ...scope, ...rules }), `${step} at ${String(size.width)} px`).toEqual(
      [],
    )
  }
}
