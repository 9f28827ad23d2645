import { createPayment, fillForm, order, passCaptcha, expectInvoice, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectDelivered } from './purchase.ts'
import { expectStatus, quickOrder } from './quick-order.ts'
import { SHORT_WINDOW } from './shared-settings.ts'
import { expect, test } from './shop.ts'

test.use({ shopSettings: SHORT_WINDOW })

test('after the window Verify is disabled, no address is shown, and a new payment can be started', async ({
  page,
  shop,
}) => {
  const input: OrderInput = { network: 'bitcoin', email: 'slow@demo.example' }
  const payment = await order(page, input)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('timer')).toHaveText(/^00:(0\d|1[0-2])$/)
  await expect(dialog.getByRole('timer')).toHaveText('00:00')
  await expect(dialog.getByRole('button', { name: "I've Sent the Payment - Verify Now" })).toBeDisabled()
  await expect(dialog).not.toContainText(payment.address)
  await expect(dialog.getByText('This payment has expired')).toBeVisible()
  await expect(dialog.getByText('Failed', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Start a new payment' }).click()
  await expect(dialog.getByRole('button', { name: 'Create Payment' })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/?lang=en`)
  await dialog.getByRole('button', { name: 'Close the payment dialog' }).click()
  await expect(page.getByRole('button', { name: 'Continue your payment' })).toHaveCount(0)
})

test('an expired order asks for nothing on its page, and a new one made there has a page of its own', async ({
  page,
  shop,
}) => {
  const input: OrderInput = { network: 'trc20', email: 'anew@demo.example' }
  const payment = await order(page, input)
  await page.reload()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This payment has expired')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start a new payment' }).click()
  await fillForm(page, input)
  await passCaptcha(page, input)
  const next = await createPayment(page, input)
  await expect(page).toHaveURL(`${shop.url}/order/${next.id}?lang=en&pay`)
  await dialog.getByRole('button', { name: 'Close the payment dialog' }).click()
  await expect(page).toHaveURL(`${shop.url}/order/${next.id}?lang=en`)
  await expect(page.getByText(next.id).last()).toBeVisible()

  await page.goto(`/order/${payment.id}?lang=en`)
  await expect(page.getByRole('link', { name: 'Start a new payment' })).toBeVisible()
  await expect(page.locator('.order-state')).not.toContainText(payment.address)
  await page.getByRole('button', { name: 'Check Payment on Blockchain' }).click()
  await expect(page.getByText('Payment not detected.')).toBeVisible()
})

test('a page that is opened after the window counts down to the end of the rest, and does not announce the window', async ({
  page,
}) => {
  const payment = await quickOrder(page, { network: 'bep20', email: 'part@demo.example' })
  await pay(page, payment, { amount: '20' })
  await mineBlocks(page, 'bep20', 20)
  await expectStatus(page, payment, 'partial')
  const said = 'The payment window is over'
  await page.goto(`/order/${payment.id}?lang=en`)
  await expect(page.getByText(said), 'announced when it ends').toBeVisible()

  await page.reload()
  const timer = page.getByRole('timer')
  const shown = await timer.innerText()
  await expect(timer).not.toHaveText(shown)
  // without waiting: an announcement goes by itself
  expect(await page.getByText(said).count()).toBe(0)
})

test('money that arrives after the window still counts, at the current rate', async ({
  page,
  shop,
  mailServer,
}) => {
  const input: OrderInput = { network: 'trc20', email: 'late@demo.example' }
  const payment = await order(page, input)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This payment has expired')).toBeVisible()
  await dialog.getByRole('button', { name: 'I have already sent it: show the status' }).click()
  await expect(dialog.getByText('Already sent? Nothing is lost: this address stays watched.')).toBeVisible()
  await pay(page, payment)
  await expect(dialog.getByText('It arrived after the payment window')).toBeVisible()
  await mineBlocks(page, 'trc20', 20)
  await expectInvoice(page, input, payment)
  await expectDelivered({ shop, mailServer }, input, payment)
  // the late and keys mails are queued within a second and sent in parallel
  expect(
    mailServer
      .mailsTo(input.email)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual([
    'Your key for Ashen Dominion',
    'Your order of Ashen Dominion: how to pay',
    'Your payment for Ashen Dominion arrived late',
  ])
})
