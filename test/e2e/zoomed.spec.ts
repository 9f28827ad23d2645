import type { Page } from '@playwright/test'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import {
  createPayment,
  expectInvoice,
  fillForm,
  goToVerification,
  openDialog,
  passCaptcha,
  type OrderInput,
} from './buyer.ts'
import { coveredControls } from './covered-controls.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { keysOf } from './quick-order.ts'
import { expect, test } from './shop.ts'

/** A window of 1280 × 1024 at 400 %. */
test.use({ viewport: { width: 320, height: 256 } })

/** What is in view at all times may take this part of the window. */
const FIXED_MAX = 0.5

for (const language of ['en', 'ar'] as const) {
  test(`in ${language} a purchase works at 400 %, from the landing page to the keys`, async ({ page }) => {
    const input: OrderInput = {
      language,
      edition: 'standard',
      quantity: 1,
      network: 'trc20',
      email: `zoomed-${language}@demo.example`,
    }
    await page.goto(`/?lang=${language}`)
    await expectReadable(page, `landing-${language}`)
    await openDialog(page, input)
    await fillForm(page, input)
    await expectReadable(page, `form-${language}`)
    await passCaptcha(page, input)
    const payment = await createPayment(page, input)
    await expectReadable(page, `payment-${language}`)
    await goToVerification(page, input)
    await expectReadable(page, `verification-${language}`)
    await pay(page, payment)
    await mineBlocks(page, 'trc20', 20)
    await expectInvoice(page, input, payment)
    await expectReadable(page, `invoice-${language}`)
    const { order, checkout } = siteTextsOf(language)
    await page.getByRole('link', { name: checkout.invoice.showKeys.one ?? '' }).click()
    await page.getByRole('button', { name: order.show.one ?? '' }).click()
    await expectReadable(page, `keys-${language}`)
    for (const key of await keysOf(page, payment)) await expect(page.getByText(key)).toBeVisible()
  })
}

/** Nothing overflows sideways, every control can be brought into view, and what stays in view leaves half of the window. */
async function expectReadable(page: Page, step: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const beyond = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')].map((element) =>
      Math.max(0, element.scrollWidth - element.clientWidth),
    ),
  )
  expect([step, ...beyond]).toEqual([step, ...beyond.map(() => 0)])
  expect(await coveredControls(page), `${step}: controls behind something`).toEqual([])
  const fixed = await page.evaluate(() => {
    const scope = document.querySelector('dialog[open]') ?? document.documentElement
    scope.scrollTo({ top: scope.scrollHeight / 2, behavior: 'instant' })
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      element !== scope &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isFixed(element.parentElement))
    const rows = Array.from({ length: innerHeight / 4 }, (_, row) => row * 4 + 2)
    const held = rows.filter((y) => {
      const hit = document.elementFromPoint(innerWidth / 2, y)
      return isFixed(hit)
    })
    return held.length / rows.length
  })
  expect(fixed, `${step}: part of the window that stays`).toBeLessThanOrEqual(FIXED_MAX)
}
