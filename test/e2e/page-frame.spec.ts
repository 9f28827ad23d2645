import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/languages.ts'
import { expect, test } from './shop.ts'

/** A page as long as two screens, with the frame that every page has. */
const SHORT_PAGE = '/credits'

test('nothing shows through the header of a page that is scrolled', async ({ page }) => {
  await page.goto('/?lang=en')
  await page.evaluate(() => {
    scrollTo({ top: 400, behavior: 'instant' })
  })
  const header = page.locator('.header')
  await expect(header).toHaveCSS('background-color', 'rgb(7, 10, 22)')
  await expect(header).toHaveCSS('background-image', 'none')
})

test('where the list of languages is narrow it shows the code, whole, and in a wide header the name', async ({
  page,
}) => {
  for (const language of LANGUAGES) {
    await page.goto(`${SHORT_PAGE}?lang=${language}`)
    const code = page.locator('.header .language-code')
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(code).toBeVisible()
      await expect(code).toHaveText(language.toUpperCase())
      await expect(page.locator('#language')).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
      const isCut = await code.evaluate((box) => box.scrollWidth > box.clientWidth)
      expect([language, width, isCut]).toEqual([language, width, false])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(code).toBeHidden()
    await expect(page.locator('#language')).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  }
})

test('the links of the announcement are in one row on wide screens, and in two even columns on narrow ones', async ({
  page,
}) => {
  for (const language of LANGUAGES) {
    await page.goto(`${SHORT_PAGE}?lang=${language}`)
    for (const [width, rows, columns] of [
      [1280, 1, 3],
      [1920, 1, 3],
      [768, 3, 2],
      [1024, 3, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const found = await page.evaluate(() => {
        const isRightToLeft = document.documentElement.dir === 'rtl'
        const links = [...document.querySelectorAll('.announcement-act:not(.announcement-dismiss)')]
        const boxes = links
          .filter((link) => link.checkVisibility())
          .map((link) => link.getBoundingClientRect())
        const count = (places: readonly number[]) => new Set(places.map(Math.round)).size
        return {
          rows: count(boxes.map(({ top, height }) => top + height / 2)),
          columns: count(boxes.map(({ left, right }) => (isRightToLeft ? right : left))),
          height: document.querySelector('.announcement')?.getBoundingClientRect().height,
        }
      })
      expect({ language, width, ...found }).toEqual({ language, width, rows, columns, height: 56 })
    }
  }
})

test('the notice of an unfinished payment covers no button of the first screen', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(404, /\/data\/payments\//)
  await page.goto('/?lang=en')
  await page.evaluate(() => {
    const paymentId = '00000000-0000-4000-8000-000000000000'
    const payment = { paymentId, edition: 'supporter', quantity: 2, step: 'payment' }
    localStorage.setItem('keyhold-payment', JSON.stringify(payment))
  })
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/?lang=en')
    await expect(page.getByRole('button', { name: 'Continue your payment' })).toBeVisible()
    expect([width, await coveredByNotice(page)]).toEqual([width, []])
  }
})

/** The buttons of the first screen that the notice lies over. */
function coveredByNotice(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const notice = document.querySelector('.unfinished')?.getBoundingClientRect()
    if (notice === undefined) throw new Error('expected the notice')
    return [...document.querySelectorAll('.header a, .header button, .hero-actions a')]
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const { top, bottom } = button.getBoundingClientRect()
        return bottom > notice.top && top < notice.bottom
      })
      .map(({ textContent }) => textContent)
  })
}

test('the banners of the modes keep their distance while the page is scrolled', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/?lang=en')
    await page.locator('html[data-live]').waitFor()
    const least = await page.locator('.banners').evaluate(async (list) => {
      const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const gaps: number[] = []
      const start = list.getBoundingClientRect().top + scrollY - innerHeight
      for (let top = start; top < start + innerHeight + 400; top += 40) {
        scrollTo({ top, behavior: 'instant' })
        await drawn()
        await drawn()
        const boxes = [...list.children].map((banner) => banner.getBoundingClientRect())
        for (const one of boxes)
          for (const other of boxes)
            if (other.top > one.top && other.left === one.left) gaps.push(other.top - one.bottom)
      }
      return Math.min(...gaps)
    })
    expect(least).toBeGreaterThanOrEqual(9.5)
    expect(least).toBeLessThan(100)
  }
})
