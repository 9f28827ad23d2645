import {
  createPayment,
  fillForm,
  goToVerification,
  openDialog,
  passCaptcha,
  expectInvoice,
  textsFor,
} from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { checkStep, PHONE } from './check-step.ts'
import { expectDelivered } from './purchase.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: PHONE })

for (const language of ['en', 'ar'] as const) {
  test(`a purchase in ${language} on a phone: every step fits every width and passes axe`, async ({
    page,
    shop,
    mailServer,
    pageErrors,
  }) => {
    pageErrors.allow(400, /\/functions\/captcha\/check/)
    const input = {
      language,
      edition: 'supporter',
      quantity: 2,
      network: 'erc20',
      email: `${language}@phone.example`,
    } as const
    const words = textsFor(input)
    const dialog = page.getByRole('dialog')
    await openDialog(page, input)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(dialog.getByRole('img', { name: words.captchaPicture })).toBeVisible()
    await checkStep(page, '1-form')
    await fillForm(page, { ...input, email: 'nobody' })
    await dialog.getByLabel(words.refundAddress).fill('0x12')
    await dialog.getByLabel(words.captcha).fill('XXXXXX')
    await expect(dialog.getByText(words.captchaFailed)).toBeVisible()
    await checkStep(page, '2-form-with-faults')
    await fillForm(page, input)
    await passCaptcha(page, input)
    await checkStep(page, '3-form-filled')
    const payment = await createPayment(page, input)
    await expect(dialog.getByRole('img', { name: words.qr })).toBeVisible()
    await expect(dialog.getByText(payment.address)).toHaveCSS('direction', 'ltr')
    await checkStep(page, '4-panel')
    await goToVerification(page, input)
    await checkStep(page, '5-waiting')
    await dialog.getByRole('button', { name: words.check }).click()
    await expect(dialog.getByText(words.failed)).toBeVisible()
    await checkStep(page, '6-failed')
    await dialog.getByRole('button', { name: words.tryAgain }).click()
    await pay(page, payment, { amount: '100' })
    await expect(dialog.getByText(words.partial)).toBeVisible()
    await checkStep(page, '7-partial')
    await pay(page, payment)
    await expect(dialog.getByText(words.processing)).toBeVisible()
    await checkStep(page, '8-detected')
    await mineBlocks(page, 'erc20', 32)
    await expectInvoice(page, input, payment)
    await checkStep(page, '9-invoice')
    const { keys, mail } = await expectDelivered({ shop, mailServer }, input, payment)
    expect(mail.html).toContain(`lang="${language}"`)
    await dialog.getByRole('link', { name: words.showMyKeys(input.quantity) }).click()
    await page.getByRole('button', { name: words.showKeys(input.quantity) }).click()
    await expect(page.getByText(keys[0] ?? 'a key')).toBeVisible()
    await checkStep(page, '10-order')
  })
}
