import { createPayment, fillForm, networkChoice, openDialog, passCaptcha, type OrderInput } from './buyer.ts'
import { CAPTCHA_CODE, expect, test } from './shop.ts'

const WISH: OrderInput = { network: 'erc20', email: 'form@demo.example' }

test('an invalid e-mail or refund address marks its field and shows what is expected', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(400, /\/functions\/create-crypto-payment/)
  await openDialog(page, WISH)
  await fillForm(page, { ...WISH, email: 'nobody@nowhere' })
  await passCaptcha(page, WISH)
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('E-mail address')
  const address = dialog.getByLabel('Refund wallet address')
  const submit = dialog.getByRole('button', { name: 'Create Payment' })
  await address.fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda9')
  await submit.click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(
    'Please enter a complete e-mail address, such as name@example.com.',
  )
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toHaveAccessibleDescription(
    'This is not an ERC-20 address. Expected: 0x followed by 40 characters from 0–9 and a–f.',
  )
  await email.fill(WISH.email)
  await expect(email).not.toHaveAttribute('aria-invalid')
  await submit.click()
  await expect(address).toBeFocused()

  // one letter in the wrong case: only the checksum reveals it
  await address.fill('0x9858efFD232B4033E47d90003D41EC34EcaEda94')
  await submit.click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toHaveAccessibleDescription(
    'At least one character of this address is wrong or missing: its checksum does not match. Please copy it from your wallet once more.',
  )
  await address.fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  await createPayment(page, WISH)
})

test('changing coin or network clears the refund address; other payment methods are shown as unavailable', async ({
  page,
}) => {
  await openDialog(page, WISH)
  const dialog = page.getByRole('dialog')
  for (const method of ['PayPal', 'Credit/Debit Cards', 'ClickPay']) {
    await expect(dialog.getByRole('radio', { name: method })).toBeDisabled()
  }
  await fillForm(page, WISH)
  const address = dialog.getByLabel('Refund wallet address')
  await networkChoice(page, { ...WISH, network: 'trc20' }).check()
  await expect(address).toHaveValue('')
  await address.fill('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
  await dialog.getByRole('radio', { name: /^Bitcoin/ }).check()
  await expect(address).toHaveValue('')
  await dialog.getByRole('radio', { name: /^Tether USD/ }).check()
  await expect(networkChoice(page, WISH)).toBeChecked()
  await expect(dialog.getByLabel('E-mail address')).toHaveValue(WISH.email)
})

test('a wrong captcha shows an error and a new code; the correct one enables the order', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(400, /\/functions\/captcha\/check/)
  await openDialog(page, WISH)
  await fillForm(page, WISH)
  const dialog = page.getByRole('dialog')
  const picture = dialog.getByRole('img', { name: 'Six characters to type below' })
  const first = await picture.getAttribute('src')
  const code = dialog.getByLabel('Characters in the picture')
  await code.fill('XXXXXX')
  await expect(
    dialog.getByRole('alert').getByText('Captcha verification failed. Please try again.'),
  ).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await expect(code).toHaveValue('')
  await expect(code).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Create Payment' })).toBeDisabled()
  const second = await picture.getAttribute('src')
  await dialog.getByRole('button', { name: 'New code' }).click()
  await expect(picture).not.toHaveAttribute('src', second ?? '')
  await code.fill(CAPTCHA_CODE)
  await expect(dialog.getByText('Security verification passed')).toBeVisible()
  await createPayment(page, WISH)
})

test('a proof of work replaces the picture', async ({ page }) => {
  await openDialog(page, WISH)
  await fillForm(page, WISH)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'I cannot read this' }).click()
  await expect(dialog.getByText('Security verification passed')).toBeVisible()
  await createPayment(page, WISH)
})

test('where the shop itself failed, the form shows the id by which its log knows the request', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(500, /\/functions\/create-crypto-payment/)
  const id = '3f9a1c07d2b4e856'
  await page.route('**/functions/create-crypto-payment', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, error: 'Something went wrong.', code: 'INTERNAL', requestId: id },
    }),
  )
  await openDialog(page, WISH)
  await fillForm(page, WISH)
  await passCaptcha(page, WISH)
  await page.getByRole('button', { name: 'Create Payment' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'Payment failed' })
  await expect(failure).toContainText(`If you write to us about this, please include ${id}.`)
  await expect(failure.getByText(id)).toHaveAttribute('dir', 'ltr')
})
