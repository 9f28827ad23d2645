import { LANGUAGES } from '#shared/languages.ts'
import { makePerson } from '#test/account-fixture.ts'
import { signInAs } from './admin-fixture.ts'
import { ADMIN_PLACES } from './admin-places.ts'
import { findViolations } from './find-violations.ts'
import { expect, test } from './shop.ts'

/** English and Arabic have tests of their own, at other widths. */
const OTHERS = LANGUAGES.filter((language) => language !== 'en' && language !== 'ar')

test(`every tab fits a phone and passes axe in ${OTHERS.join(', ')}`, async ({ page, shop }) => {
  test.slow()
  await makePerson(shop.db, 'a-person-with-a-long-name-and-a-long-address@shop.example', 'viewer')
  await signInAs(page, shop, 'owner')
  for (const language of OTHERS) {
    // the page is loaded once for all of them
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.locator('select[name=adminLanguage]').first().selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const place of ADMIN_PLACES) {
      await page.goto(`/admin${place}`)
      await expect(page.locator('main h2').first()).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await findViolations(page), `${language} ${place}`).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${language} ${place}`,
      ).toBeLessThanOrEqual(0)
    }
  }
})
