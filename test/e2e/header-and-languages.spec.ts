import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/languages.ts'
import { expect, test } from './shop.ts'

const languageOf = (page: Page) => page.locator('html')
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((part) => Math.round(part.getBoundingClientRect().top))

test('switching the language keeps the scroll position, and is stored', async ({ page }) => {
  await page.goto('/')
  // immediately, and fully inside the window: a real click would scroll as well
  await page.locator('.tongues').evaluate((part) => {
    part.scrollIntoView({ block: 'center', behavior: 'instant' })
  })
  const top = await topOf(page, '.languages')
  await page.locator('.tongues a', { hasText: 'Français' }).click()
  await expect(languageOf(page)).toHaveAttribute('lang', 'fr')
  await expect.poll(async () => Math.abs((await topOf(page, '.languages')) - top)).toBeLessThan(3)
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr')
  await page.locator('.tongues a', { hasText: 'العربية' }).click()
  await expect(languageOf(page)).toHaveAttribute('dir', 'rtl')
  await expect.poll(async () => Math.abs((await topOf(page, '.languages')) - top)).toBeLessThan(3)
  await expect(page.locator('.tongues [aria-current]')).toHaveAttribute('data-language', 'ar')
  // the header has the only list to choose from
  await expect(page.locator('select')).toHaveCount(1)
})

test('in Hebrew, which only the header offers, none of the six languages is marked', async ({ page }) => {
  await page.goto('/')
  await page.locator('#language').selectOption('he')
  await expect(languageOf(page)).toHaveAttribute('lang', 'he')
  await expect(page.locator('#language')).toHaveValue('he')
  await expect(page.locator('.tongues a')).toHaveCount(6)
  await expect(page.locator('.tongues [aria-current]')).toHaveCount(0)
})

test('an unknown stored language code is English, also in a German browser', async ({ openPage }) => {
  const page = await openPage({ locale: 'de-DE' })
  await page.goto('/')
  await expect(languageOf(page)).toHaveAttribute('lang', 'de')
  await page.evaluate(() => {
    localStorage.setItem('language', 'xx')
  })
  await page.goto('/')
  await expect(languageOf(page)).toHaveAttribute('lang', 'en')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en')
})

test('the header links to the back office only for visitors with its marker', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/')
  const link = page.locator('header a[href="/admin"]')
  await expect(link).toBeHidden()
  await context.addCookies([{ name: 'admin', value: '1', url: baseURL }])
  await page.reload()
  await expect(link).toBeVisible()
  await expect(link).toHaveText('الإدارة')
})

test('the header stands on one line at every width in every language', async ({ page }) => {
  for (const language of LANGUAGES) {
    // a short page with the same header
    await page.goto(`/credits?lang=${language}`)
    for (const width of [320, 390, 768, 800, 860, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const broken = await page.locator('.header-inner').evaluate((header) => {
        const parts = [...header.querySelectorAll('.brand, .menu-button, .nav a, select, .button')]
        return parts
          .filter((part) => part.checkVisibility())
          .filter((part) => {
            const text = document.createRange()
            text.selectNodeContents(part)
            const { height } = text.getBoundingClientRect()
            const { left, right, top, bottom } = part.getBoundingClientRect()
            // text wider than its part would lie over the next one
            const isWider = part.scrollWidth > Math.ceil(right - left)
            return isWider || height > 44 || left < 0 || right > innerWidth || top < 0 || bottom > 65
          })
          .map((part) => part.textContent)
      })
      expect([language, width, ...broken]).toEqual([language, width])
    }
  }
})

test('on a phone the anchors fold into a menu, which closes once one is followed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/?lang=en')
  // its name is not shown at this width, but read out
  await expect(page.locator('.brand')).toHaveAccessibleName('Ashen Dominion')
  const gallery = page.locator('.header').getByRole('link', { name: 'Gallery' })
  await expect(gallery).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await gallery.click()
  await expect(gallery).toBeHidden()
  await expect(page).toHaveURL(/#gallery$/)
  await expect(page.locator('#gallery')).toBeInViewport()
})
