import type { Browser, Page } from '@playwright/test'
import { BUDGETS } from '../budgets.ts'
import { expect, test } from './shop.ts'

interface TraceEvent {
  readonly name: string
  readonly args?: { readonly elementCount?: number }
}

/** The most elements whose style the browser computes at once for an input. */
async function restyledBy(browser: Browser, page: Page, input: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await input()
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: readonly TraceEvent[] }
  const counts = trace.traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args?.elementCount ?? 0)
  return Math.max(0, ...counts)
}

test('a touch restyles what answers it, not the page', async ({ browser, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?lang=en')
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const order = page.locator('button.order').first()
  await order.evaluate((button) => {
    button.scrollIntoView({ block: 'center', behavior: 'instant' })
  })
  const dialog = page.getByRole('dialog')
  const opened = await restyledBy(browser, page, async () => {
    await order.click()
    await expect(dialog.locator('.checkout-body')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const dismissed = await restyledBy(browser, page, async () => {
    await page.locator('[data-dismiss]').click()
    await expect(page.locator('.announcement')).toBeHidden()
  })
  const counted = { 'an order opens the form': opened, 'the announcement is dismissed': dismissed }
  for (const [what, most] of Object.entries(BUDGETS.restyled)) {
    const count = counted[what as keyof typeof counted]
    expect(count, what).toBeGreaterThan(0)
    expect(count, what).toBeLessThanOrEqual(most)
  }
})
