import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/languages.ts'
import { BUDGETS } from '#test/budgets.ts'
import { expect, test } from './shop.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** How many screens the page has, and how many are before the editions. */
async function measure(page: Page): Promise<{ all: number; beforeEditions: number }> {
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(() => {
    const { top = Infinity } = document.querySelector('#pre-order')?.getBoundingClientRect() ?? {}
    return {
      all: document.documentElement.scrollHeight / innerHeight,
      beforeEditions: (top + scrollY) / innerHeight,
    }
  })
}

test('the landing page is as short as its budget, in every language', async ({ page }) => {
  for (const language of LANGUAGES) {
    await page.setViewportSize(PHONE)
    await page.goto(`/?lang=${language}`)
    const phone = await measure(page)
    expect(phone.all, `${language} on a phone`).toBeGreaterThan(5)
    expect(phone.all, `${language} on a phone`).toBeLessThanOrEqual(BUDGETS.screens.phone)
    expect(phone.beforeEditions, `${language} on a phone`).toBeLessThanOrEqual(
      BUDGETS.screens['before the editions, on a phone'],
    )
    await page.setViewportSize(DESKTOP)
    expect((await measure(page)).all, `${language} on a desktop`).toBeLessThanOrEqual(BUDGETS.screens.desktop)
  }
})

test('what scrolls sideways on a phone is reached by the keyboard, and the page itself does not', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/?lang=en')
  const rows = page.locator('.row')
  expect(await rows.count()).toBe(3)
  for (const row of await rows.all()) {
    await row.focus()
    await expect(row).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
