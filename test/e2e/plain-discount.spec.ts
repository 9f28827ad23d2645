import { newCode } from '#test/new-code.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import {
  expectValidPage,
  fillOrder,
  openWithoutScripts,
  plainPageTexts,
  sendOrder,
  typeCode,
} from './plain-pages.ts'
import { expect, test } from './shop.ts'

const PRICES = {
  en: { amount: '$6.39', price: '$57.60' },
  ar: { amount: /٦٫٣٩/, price: /٥٧٫٦٠/ },
}

for (const language of ['en', 'ar'] as const)
  for (const widthPx of [390, 1280])
    test(`without a script a code is applied before the order, in ${language} at ${String(widthPx)} px`, async ({
      browser,
      shop,
    }) => {
      const code = `PLAIN${language.toUpperCase()}${String(widthPx)}`
      await newCode(shop.db, code, { percent: 10 })
      const words = plainPageTexts(language)
      const { discount, failure, captcha } = words.all.checkout
      const context = await openWithoutScripts(browser, shop.url, widthPx)
      const page = await context.newPage()
      await page.goto(`/order?edition=standard&lang=${language}`)
      await fillOrder(page, words, {
        edition: 'standard',
        quantity: 1,
        network: 'trc20',
        email: 'plain-code@demo.example',
        address: refundAddressOf('trc20'),
      })
      await page.getByText(discount.open).click()
      const field = page.getByRole('main').getByLabel(discount.code, { exact: true })
      const apply = page.getByRole('button', { name: discount.apply, exact: true })

      await field.fill('NOSUCHCODE')
      await typeCode(page, words)
      await apply.click()
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${failure.DISCOUNT_UNKNOWN.slice(0, 12)}`))
      await expect(field).toHaveValue('NOSUCHCODE')
      await expect(page.locator('#userEmail')).toHaveValue('plain-code@demo.example')

      await field.fill(code.toLowerCase())
      await typeCode(page, words)
      await apply.click()
      const found = page.locator('.pay-discount-found')
      await expect(found).toContainText(PRICES[language].amount)
      await expect(found).toContainText(PRICES[language].price)
      await expect(page.getByText(captcha.passed)).toBeVisible()
      await expect(page.locator('[aria-invalid]')).toHaveCount(0)
      await expectValidPage(page, browser)
      await found.scrollIntoViewIfNeeded()

      await sendOrder(page, words)
      await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}/)
      await expect(page.getByRole('main')).toContainText(PRICES[language].price)
      await context.close()
    })
