import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/languages.ts'
import { signInAs } from './admin-fixture.ts'
import { ADMIN_PLACES } from './admin-places.ts'
import { fillPlaces, FILLED } from './fill-places.ts'
import { findViolations, RULES_OF_TEXT } from './find-violations.ts'
import { releaseKeys } from './sell-two.ts'
import { expect, test, type ServedShop } from './shop.ts'

// a shop of its own, with an edition that is sold out: what it holds is not in the way of other tests
test.use({ shopSettings: { KEYHOLD_GAME: 'test/example-game' } })
test.afterEach(({ shop }) => releaseKeys(shop))

/** @returns by how much the page is wider than the window, with the elements that reach out of it; empty if it is not. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - innerWidth
    if (excess <= 0) return []
    const outside = [...document.querySelectorAll('body *')].filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return left < 0 || right > innerWidth
    })
    return [`${String(excess)} px`, ...outside.map((one) => one.outerHTML.slice(0, 120))]
  })
}

/** The order whose money came on another network. */
async function astrayOrder({ db }: ServedShop): Promise<string> {
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'review')
    .executeTakeFirstOrThrow()
  return id
}

test(`every place is full, fits a phone and passes axe, and an order fits every width, in ${LANGUAGES.join(', ')}`, async ({
  page,
  shop,
  mailServer,
  openPage,
}) => {
  test.slow()
  await signInAs(page, shop, 'owner')
  await fillPlaces({ shop, mailServer, owner: page, buyer: await openPage() })
  // what was read at the sign-in was empty
  await page.reload()
  for (const language of LANGUAGES) {
    // the page is loaded once for all of them
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.locator('select[name=adminLanguage]').first().selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const place of ADMIN_PLACES) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`/admin${place}`)
      await expect(page.locator('main h2').first()).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expect(page.locator('main')).toContainText(FILLED[place])
      // in English and Arabic all rules are checked by test/e2e/admin-access.spec.ts
      if (language !== 'en' && language !== 'ar')
        expect(await findViolations(page, { rules: RULES_OF_TEXT }), `${language} ${place}`).toEqual([])
      expect(await tooWide(page), `${language} ${place} at 390 px`).toEqual([])
      await page.setViewportSize({ width: 320, height: 844 })
      expect(await tooWide(page), `${language} ${place} at 320 px`).toEqual([])
    }
    await page.goto(`/admin#/orders/${await astrayOrder(shop)}`)
    await expect(page.locator('#order-evidence')).toBeVisible()
    for (const width of [320, 390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await tooWide(page), `${language}, an order in review at ${String(width)} px`).toEqual([])
    }
  }
})
