import {
  createPayment,
  fillForm,
  goToVerification,
  openDialog,
  passCaptcha,
  seeInvoice,
  wordsFor,
  type Wish,
} from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { lookAt, PHONE } from './look-at.ts'
import { expectDelivered } from './purchase.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: PHONE })

for (const language of ['en', 'ar'] as const) {
  test(`a purchase in ${language} on a phone: every step fits every width and has no fault that axe can find`, async ({
    page,
    shop,
    mailServer,
    complaints,
  }) => {
    complaints.allow(400, /\/functions\/captcha\/check/)
    const wish: Wish = {
      language,
      edition: 'supporter',
      quantity: 2,
      network: 'erc20',
      email: `${language}@phone.example`,
    }
    const words = wordsFor(wish)
    const dialog = page.getByRole('dialog')
    await openDialog(page, wish)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(dialog.getByRole('img', { name: words.captchaPicture })).toBeVisible()
    await lookAt(page, '1-form')
    await fillForm(page, { ...wish, email: 'nobody' })
    await dialog.getByLabel(words.refundAddress).fill('0x12')
    await dialog.getByLabel(words.captcha).fill('XXXXXX')
    await expect(dialog.getByText(words.captchaFailed)).toBeVisible()
    await lookAt(page, '2-form-with-faults')
    await fillForm(page, wish)
    await passCaptcha(page, wish)
    await lookAt(page, '3-form-filled')
    const payment = await createPayment(page, wish)
    await expect(dialog.getByRole('img', { name: words.qr })).toBeVisible()
    await expect(dialog.getByText(payment.address)).toHaveCSS('direction', 'ltr')
    await lookAt(page, '4-panel')
    await goToVerification(page, wish)
    await lookAt(page, '5-waiting')
    await dialog.getByRole('button', { name: words.check }).click()
    await expect(dialog.getByText(words.failed)).toBeVisible()
    await lookAt(page, '6-failed')
    await dialog.getByRole('button', { name: words.tryAgain }).click()
    await pay(page, payment, { amount: '100' })
    await expect(dialog.getByText(words.partial)).toBeVisible()
    await lookAt(page, '7-partial')
    await pay(page, payment)
    await expect(dialog.getByText(words.processing)).toBeVisible()
    await lookAt(page, '8-detected')
    await mineBlocks(page, 'erc20', 32)
    await seeInvoice(page, wish, payment)
    await lookAt(page, '9-invoice')
    const { keys, mail } = await expectDelivered({ shop, mailServer }, wish, payment)
    expect(mail.html).toContain(`lang="${language}"`)
    await dialog.getByRole('link', { name: words.orderPage }).click()
    await page.getByRole('button', { name: words.showKeys }).click()
    await expect(page.getByText(keys[0] ?? 'a key')).toBeVisible()
    await lookAt(page, '10-order')
  })
}
