import { order, seeInvoice, goToVerification, type Wish } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectDelivered } from './purchase.ts'
import { expect, test } from './shop.ts'

test('a reload in the middle loses nothing: the payment is continued at its step', async ({ page, shop }) => {
  const wish: Wish = { edition: 'supporter', quantity: 2, network: 'trc20', email: 'reload@demo.example' }
  const payment = await order(page, wish)
  const dialog = page.getByRole('dialog')

  await page.reload()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Continue your payment' }).click()
  await expect(dialog.getByRole('heading', { name: 'Send your payment' })).toBeVisible()
  await expect(dialog).toContainText(payment.address)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Supporter Edition: $239.98')
  await goToVerification(page, wish)

  await page.reload()
  await page.getByRole('button', { name: 'Continue your payment' }).click()
  await expect(dialog.getByRole('heading', { name: 'Verify your payment' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to the payment details' }).click()
  await expect(dialog.getByRole('heading', { name: 'Send your payment' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close the payment dialog' }).click()

  // it is paid while nobody looks, in a tab that was closed
  await page.goto('about:blank')
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 20)
  await page.goto(`${shop.url}/?lang=en`)
  await page.getByRole('button', { name: 'Continue your payment' }).click()
  await seeInvoice(page, wish, payment)
  await expect(dialog.getByText('Your 2 keys were sent to reload@demo.example.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Choose your edition' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue your payment' })).toHaveCount(0)
})

test('the mailed link shows order and keys in another browser, masked until asked; without it no keys', async ({
  page,
  browser,
  shop,
  mailServer,
  complaints,
}) => {
  const wish: Wish = { edition: 'standard', quantity: 2, network: 'bep20', email: 'link@demo.example' }
  const payment = await order(page, wish)
  await pay(page, payment)
  await mineBlocks(page, 'bep20', 4)
  await seeInvoice(page, wish, payment)
  const { keys, link } = await expectDelivered({ shop, mailServer }, wish, payment)

  const elsewhere = await browser.newContext({ baseURL: shop.url })
  complaints.watch(elsewhere)
  complaints.allow(403, /\/data\/orders\//)
  const stranger = await elsewhere.newPage()
  await stranger.goto(`/order/${payment.id}`)
  await expect(stranger.getByText('Payment Confirmed').first()).toBeVisible()
  await expect(stranger.getByText('open the link in the mail we sent you')).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Show keys' })).toHaveCount(0)
  const withoutLink = await stranger.content()
  for (const secret of [...keys, wish.email, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'])
    expect(withoutLink).not.toContain(secret)

  await stranger.goto(link)
  await expect(stranger).toHaveURL(`${shop.url}/order/${payment.id}`)
  const shown = stranger.getByRole('region', { name: 'Your game keys' })
  await expect(shown.getByRole('listitem')).toHaveCount(2)
  for (const key of keys) await expect(shown).not.toContainText(key)
  await shown.getByRole('button', { name: 'Show keys' }).click()
  for (const key of keys) await expect(shown).toContainText(key)
  await shown.getByRole('button', { name: 'Hide keys' }).click()
  for (const key of keys) await expect(shown).not.toContainText(key)
  await expect(stranger.getByText(wish.email)).toBeVisible()
  await elsewhere.close()

  // the browser that ordered needs no link
  await page.getByRole('link', { name: 'Open your order page' }).click()
  await page.getByRole('button', { name: 'Show keys' }).click()
  for (const key of keys) await expect(page.getByText(key)).toBeVisible()

  // the demo keeps a copy of what it sent
  await page.goto('/demo/mail?lang=en')
  const copy = page.getByRole('group').filter({ hasText: wish.email })
  for (const key of keys) await expect(copy.frameLocator('iframe').getByText(key)).toBeVisible()
  await copy.getByRole('link').first().click()
  await expect(page).toHaveURL(`${shop.url}/order/${payment.id}`)
})

test('an order that nobody has made says so', async ({ page, complaints }) => {
  complaints.allow(404, /\/data\/payments\//)
  await page.goto('/order/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('There is no order at this address.')).toBeVisible()
})
