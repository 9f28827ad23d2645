import type { Page } from '@playwright/test'
import { signInAs, PASSWORD } from './admin-fixture.ts'
import { findViolations } from './find-violations.ts'
import { expect, test } from './shop.ts'

const PLACES = [
  '#/overview',
  '#/keys/stats',
  '#/keys/list',
  '#/keys/generate',
  '#/keys/import',
  '#/orders',
  '#/exceptions',
  '#/refunds',
  '#/bulletins',
  '#/statistics',
  '#/people',
  '#/integrations',
  '#/security',
  '#/audit',
  '#/settings',
  '#/game',
]

async function expectNoFaults(page: Page, place: string): Promise<void> {
  expect(await findViolations(page), place).toEqual([])
}

for (const [language, axeAtPx, colorScheme] of [
  ['ar', 320, 'dark'],
  ['en', 1920, 'light'],
] as const) {
  test(`every tab fits from 320 to 1920 px, and passes axe at ${String(axeAtPx)} px in ${colorScheme} colours, in ${language}`, async ({
    page,
    shop,
  }) => {
    await page.emulateMedia({ colorScheme })
    await signInAs(page, shop, 'owner', language)
    for (const place of PLACES) {
      await page.goto(`/admin${place}`)
      await expect(page.locator('main h2').first()).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      for (const width of [320, 768, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${place} at ${String(width)}`,
        ).toBeLessThanOrEqual(0)
        if (width === axeAtPx) await expectNoFaults(page, place)
      }
    }
  })
}

test('the sign-in page passes axe and fits a narrow phone', async ({ page }) => {
  for (const language of ['ar', 'en']) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/sign-in?lang=${language}`)
    await expectNoFaults(page, '/sign-in')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
})

test('with reduced motion nothing moves between the back office and the landing page', async ({
  page,
  shop,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/settings')
  await expect(page.locator('main h2').first()).toBeVisible()
  // a link keeps the browser's own navigation, which the pages' rules for transitions apply to
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/'
    document.body.append(link)
    setTimeout(() => {
      link.click()
    })
  })
  await page.waitForURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.locator('main h2').first()).toBeVisible()
})

test('dialogs and messages pass axe, keep the focus and return it', async ({ page, shop }) => {
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/keys/list')
  const remove = page
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /^Delete/ })
  await remove.click()
  await expectNoFaults(page, 'delete')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(remove).toBeFocused()
  await page.goto('/admin#/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
  await expectNoFaults(page, 'second factor')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/admin#/keys/generate')
  await page.getByLabel('Number of keys').fill('500')
  await page.getByRole('button', { name: 'Generate keys' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'between 1 and 100' })).toBeVisible()
  await expectNoFaults(page, 'message')
})

for (const [language, colorScheme, widthPx] of [
  ['ar', 'light', 320],
  ['en', 'dark', 1280],
] as const) {
  test(`the demo shows every component, in ${colorScheme} colours at ${String(widthPx)} px in ${language}`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: widthPx, height: 800 })
    await page.emulateMedia({ colorScheme })
    await signInAs(page, shop, 'viewer', language)
    await page.goto('/admin/components')
    await expect(page.getByRole('table')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await expectNoFaults(page, 'components')
  })
}
