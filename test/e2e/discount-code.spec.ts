import type { Page } from '@playwright/test'
import { newCode } from '#test/new-code.ts'
import { createPayment, fillForm, openDialog, passCaptcha, type OrderInput } from './buyer.ts'
import { CAPTCHA_CODE, expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

const WISH: OrderInput = { network: 'erc20', email: 'codes@demo.example' }

/** The open form, filled in but for the verification, with the field of the code unfolded. */
async function openForm(page: Page) {
  await openDialog(page, WISH)
  await fillForm(page, WISH)
  const dialog = page.getByRole('dialog')
  const code = dialog.getByLabel('Discount code')
  await expect(code).toBeHidden()
  await dialog.getByText('I have a code').click()
  const apply = dialog.getByRole('button', { name: 'Apply' })
  return { dialog, code, apply, order: dialog.getByRole('button', { name: 'Create Payment' }) }
}

test('a wrong code costs the verification and says what to do; a right one shows the price before the order', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(409, /\/functions\/preview-discount/)
  await newCode(shop.db, 'CREATOR10', { percent: 10 })
  // other tests order in the same shop
  const readOrders = () => shop.db.selectFrom('payments').select('id').execute()
  const before = await readOrders()
  const { dialog, code, apply, order } = await openForm(page)
  const heading = dialog.getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(/\$63\.99$/)
  await code.fill('CREATOR1O')
  await apply.click()
  const found = dialog.locator('.pay-discount-found')
  await expect(found).toHaveText('Complete the security verification to go on.')
  await dialog.getByLabel('Characters in the picture').fill(CAPTCHA_CODE)
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toHaveAccessibleDescription(/There is no such discount code/)
  await expect(code).toBeFocused()
  await expect(found).toHaveText('')
  await expect(dialog.getByText('Please complete the security verification once more.')).toBeVisible()
  await expect(order).toBeDisabled()
  await expect(dialog.getByLabel('E-mail address')).toHaveValue(WISH.email)

  await code.fill('creator-10')
  await expect(code).not.toHaveAttribute('aria-invalid')
  await passCaptcha(page, WISH)
  await expect(found).toHaveText('−$6.39 · you pay $57.60')
  await expect(dialog.locator('.pay-total')).toHaveText('Total $57.60')
  await expect(heading).toHaveText(/\$57\.60$/)
  await expect(order).toBeEnabled()
  expect(await readOrders()).toHaveLength(before.length)
  const payment = await createPayment(page, WISH)
  expect(payment.amount).toBe('57.6')
  await expect(dialog.getByText('Discount: $6.39')).toBeVisible()
  await expect(heading).toHaveText(/\$57\.60$/)
})

test('a code of another edition keeps the verification, and another one is applied with Enter', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(409, /\/functions\/preview-discount/)
  await newCode(shop.db, 'SUPPORTERS', { edition: 'supporter' })
  await newCode(shop.db, 'FIVEOFF', { percent: null, amountCents: 5_00 })
  const { dialog, code, apply, order } = await openForm(page)
  await passCaptcha(page, WISH)
  await code.fill('SUPPORTERS')
  await apply.click()
  await expect(code).toHaveAccessibleDescription(/for another edition/)
  await expect(order).toBeEnabled()
  await code.fill('fiveoff')
  await code.press('Enter')
  await expect(dialog.getByText('−$5.00 · you pay $58.99')).toBeVisible()
  // what was told belongs to the code that was typed
  await code.fill('fiveof')
  await expect(dialog.locator('.pay-discount-found')).toHaveText('')
  await expect(dialog.locator('.pay-total')).toHaveText('Total $63.99')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(/\$63\.99$/)
  await code.fill('')
  await createPayment(page, WISH)
  await expect(dialog.getByText('Discount:')).toHaveCount(0)
})

for (const { language, open, widthPx } of [
  { language: 'en', open: 'I have a code', widthPx: 390 },
  { language: 'en', open: 'I have a code', widthPx: 1280 },
  { language: 'ar', open: 'لدي رمز خصم', widthPx: 390 },
  { language: 'ar', open: 'لدي رمز خصم', widthPx: 1280 },
] as const)
  test(`what a code takes off fits in ${language} at ${String(widthPx)} px`, async ({ page, shop }) => {
    const name = `FITS${language.toUpperCase()}${String(widthPx)}`
    await newCode(shop.db, name, { percent: 10 })
    await page.setViewportSize({ width: widthPx, height: 900 })
    const input = { ...WISH, language }
    await openDialog(page, input)
    await fillForm(page, input)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(open).click()
    await dialog.locator('input[name=discountCode]').fill(name)
    await passCaptcha(page, input)
    const found = dialog.locator('.pay-discount-found')
    await expect(found).toContainText(/57\.60|٥٧٫٦٠/)
    await found.scrollIntoViewIfNeeded()
    await expectAccessible(page, '.pay-discount')
  })
