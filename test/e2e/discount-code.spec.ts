import { newCode } from '#test/new-code.ts'
import { createPayment, fillForm, openDialog, passCaptcha, type OrderInput } from './buyer.ts'
import { expect, test } from './shop.ts'

const WISH: OrderInput = { network: 'erc20', email: 'codes@demo.example' }

test('a code is unfolded and typed; a wrong one says so and keeps what was typed, a right one lowers the price', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(409, /\/functions\/create-crypto-payment/)
  await newCode(shop.db, 'CREATOR10', { percent: 10 })
  await openDialog(page, WISH)
  await fillForm(page, WISH)
  const dialog = page.getByRole('dialog')
  const code = dialog.getByLabel('Discount code')
  await expect(code).toBeHidden()
  await dialog.getByText('I have a code').click()
  await code.fill('CREATOR1O')
  await passCaptcha(page, WISH)
  await dialog.getByRole('button', { name: 'Create Payment' }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toHaveAccessibleDescription(/There is no such discount code/)
  await expect(dialog.getByLabel('E-mail address')).toHaveValue(WISH.email)

  await code.fill('creator-10')
  await expect(code).not.toHaveAttribute('aria-invalid')
  await passCaptcha(page, WISH)
  await createPayment(page, WISH)
  await expect(dialog.getByText('Discount: $6.39')).toBeVisible()
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText('$57.60')
})
