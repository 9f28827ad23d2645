import { expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

for (const [path, call] of [
  ['/docs', 'createPayment'],
  ['/docs/api', 'onOrderDelivered'],
  ['/docs/back-office', 'acceptOrder'],
] as const) {
  test(`${path} reads on a phone and a desktop, whatever the reader’s language`, async ({ page }) => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${path}?lang=ar`)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await page.locator(`#${call} > summary`).click()
      await expect(page.locator(`#${call} pre`).first()).toBeVisible()
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflowPx, `at ${String(width)} px`).toBeLessThanOrEqual(0)
    }
    await expectAccessible(page)
  })
}

test('the documents lead to each other, and the one for programs says what stays', async ({ page }) => {
  await page.goto('/docs')
  await page.getByRole('link', { name: 'Public API and webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Public API and webhooks' })).toBeVisible()
  await expect(page.getByText('Stability.')).toBeVisible()
})
