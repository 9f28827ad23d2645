import { refundAddressOf } from '#test/refund-addresses.ts'
import type { Page } from '@playwright/test'
import { expectInvoice, type OrderInput } from './buyer.ts'
import { pay } from './demo-wallet.ts'
import { keysOf } from './quick-order.ts'
import { CAPTCHA_CODE, expect, test } from './shop.ts'

const WISH: OrderInput = { edition: 'supporter', quantity: 2, network: 'bitcoin', email: 'keys@only.example' }

// with everything that moves
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a purchase works with the keyboard alone, from the top of the page to the keys', async ({ page }) => {
  await page.goto('/?lang=en')
  await press(page, 'Skip to content')
  await tabTo(page, 'Increase quantity')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Order Now (2)', 2)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$239.98')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Order Now (2)' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('$239.98')

  await tabTo(page, /^Bitcoin/)
  await page.keyboard.press('Space')
  await tabTo(page, 'E-mail address')
  await page.keyboard.type(WISH.email)
  await tabTo(page, 'Refund wallet address')
  await page.keyboard.type(refundAddressOf('bitcoin'))
  await tabTo(page, 'Characters in the picture')
  await page.keyboard.type(CAPTCHA_CODE)
  await expect(dialog.getByText('Security verification passed')).toBeVisible()
  // the field is gone: the focus has moved on
  await expect(dialog.getByRole('button', { name: 'Create Payment' })).toBeFocused()
  const created = page.waitForResponse('**/functions/create-crypto-payment')
  await page.keyboard.press('Enter')
  const { payment } = (await (await created).json()) as { payment: { id: string } }

  await expect(dialog.getByRole('button', { name: "I've Sent the Payment - Verify Now" })).toBeEnabled()
  await press(page, "I've Sent the Payment - Verify Now")
  const shown = { id: payment.id, amount: '', address: '' }
  await pay(page, shown)
  await expectInvoice(page, WISH, shown)
  await press(page, 'Show my keys')
  await page.waitForURL(`**/order/${payment.id}**`)
  await press(page, 'Show keys')
  for (const key of await keysOf(page, shown)) await expect(page.getByText(key)).toBeVisible()
})

/** Tabs to a control and presses Enter. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

const FURTHEST = 120

/**
 * Presses Tab until a control is focused, and expects a visible focus.
 * @param which of several with the same name, from 1.
 */
async function tabTo(page: Page, name: string | RegExp, which = 1): Promise<void> {
  let left = which
  for (let presses = 0; presses < FURTHEST; presses += 1) {
    await page.keyboard.press('Tab')
    if (!(await isFocused(page, name))) continue
    left -= 1
    if (left > 0) continue
    expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible'))).toBe(true)
    return
  }
  throw new Error(`expected Tab to reach ${String(name)} within ${String(FURTHEST)} presses, it did not`)
}

async function isFocused(page: Page, name: string | RegExp): Promise<boolean> {
  const controls = page.locator(':focus')
  for (const role of ['button', 'link', 'textbox', 'radio'] as const) {
    const named = controls.and(page.getByRole(role, { name, exact: true }))
    if ((await named.count()) > 0) return true
  }
  return false
}
