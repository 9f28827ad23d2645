import { order, expectInvoice, goToVerification, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expect, test } from './shop.ts'

const BACK = 'Back to the payment details'
const CLOSE = 'Close the payment dialog'

test('the address bar shows the order from its first second: a reload, a second device and a closed tab go on there', async ({
  page,
  shop,
  pageErrors,
  openPage,
}) => {
  const input: OrderInput = {
    edition: 'supporter',
    quantity: 2,
    network: 'trc20',
    email: 'reload@demo.example',
  }
  const payment = await order(page, input)
  const dialog = page.getByRole('dialog')
  const own = `${shop.url}/order/${payment.id}`
  await expect(page).toHaveURL(`${own}?lang=en&pay`)

  await page.reload()
  await expect(dialog.getByRole('heading', { name: 'Send your payment' })).toBeVisible()
  await expect(dialog).toContainText(payment.address)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Supporter Edition: $239.98')
  await goToVerification(page, input)

  await page.reload()
  await expect(dialog.getByRole('heading', { name: 'Verify your payment' })).toBeVisible()
  await dialog.getByRole('button', { name: BACK }).click()
  await expect(dialog.getByRole('heading', { name: 'Send your payment' })).toBeVisible()

  pageErrors.allow(403, /\/data\/orders\//)
  const device = await openPage()
  await device.goto(page.url())
  await expect(device.getByRole('dialog')).toContainText(payment.address)

  await dialog.getByRole('button', { name: CLOSE }).click()
  await expect(page).toHaveURL(`${own}?lang=en`)
  await page.getByRole('button', { name: 'Continue to pay' }).click()
  await expect(dialog).toContainText(payment.address)

  // it is paid while the tab is closed
  await page.goto('about:blank')
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 20)
  await page.goto(`${shop.url}/?lang=en`)
  await page.getByRole('button', { name: 'Continue your payment' }).click()
  await expectInvoice(page, input, payment)
  await expect(dialog.getByText('Your 2 keys were sent to reload@demo.example.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(`${shop.url}/?lang=en`)
  await expect(page.getByRole('heading', { name: 'Choose your edition' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue your payment' })).toHaveCount(0)
})

test('back closes the dialog, forward opens the order, and no request names the order as its referrer', async ({
  page,
  shop,
}) => {
  const input: OrderInput = { network: 'erc20', email: 'back@demo.example' }
  const referrers: string[] = []
  page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''))
  const payment = await order(page, input)
  const dialog = page.getByRole('dialog')
  await goToVerification(page, input)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${shop.url}/?lang=en`)
  await expect(page.getByRole('heading', { name: 'Choose your edition' })).toBeVisible()

  await page.goForward()
  await expect(dialog.getByRole('heading', { name: 'Verify your payment' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeAttached()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continue your payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue your payment' }).click()
  await dialog.getByRole('button', { name: CLOSE }).click()
  await expect(page).toHaveURL(`${shop.url}/?lang=en`)
  expect(referrers.filter((one) => one.includes(payment.id))).toEqual([])
})
