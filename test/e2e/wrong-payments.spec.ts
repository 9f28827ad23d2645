import type { Page } from '@playwright/test'
import { fact, goToVerification, order, expectInvoice, type ShownPayment, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectDelivered, usedKeys } from './purchase.ts'
import { expect, test } from './shop.ts'

/** Makes the shop check the chain, as an impatient buyer does. */
async function check(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Check Payment on Blockchain' }).click()
}

async function ordered(page: Page, input: OrderInput): Promise<ShownPayment> {
  const payment = await order(page, input)
  await goToVerification(page, input)
  return payment
}

test('a payment that is not found is reported, and can be checked again', async ({ page, shop }) => {
  const input: OrderInput = { network: 'bitcoin', email: 'early@demo.example' }
  const used = await usedKeys(shop)
  const payment = await ordered(page, input)
  const dialog = page.getByRole('dialog')
  await check(page)
  await expect(
    dialog
      .getByRole('alert')
      .getByText('Payment not detected. Please verify you sent the exact amount to the correct address.'),
  ).toBeVisible()
  await expect(dialog.getByText('1 check made')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByText('2 checks made')).toBeVisible()
  await expect(dialog.getByRole('alert').getByText('Payment not detected.')).toBeVisible()
  await expect(dialog.getByText(`quote your invoice ID ${payment.id}`)).toBeVisible()
  expect(await usedKeys(shop)).toEqual(used)
})

test('on a phone the answer to a check is in view, focused and announced, and the next attempt clears it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const input: OrderInput = { network: 'bitcoin', email: 'phone@demo.example' }
  await ordered(page, input)
  await check(page)
  const answer = page.getByRole('dialog').getByRole('alert').getByText('Payment not detected.')
  await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.pay-live-status')).toBeFocused()
  const held = Promise.withResolvers<null>()
  await page.route('**/functions/verify-crypto-payment', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Try Again' }).click()
  await expect(answer).toHaveCount(0)
  held.resolve(null)
  await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.pay-live-status')).toBeFocused()
})

test('a partial payment shows what is missing, and the rest completes it', async ({
  page,
  shop,
  mailServer,
}) => {
  const input: OrderInput = { network: 'trc20', email: 'part@demo.example' }
  const payment = await ordered(page, input)
  const dialog = page.getByRole('dialog')
  await pay(page, payment, { amount: '40' })
  await expect(dialog.getByRole('heading', { name: 'Part of your payment has arrived' })).toBeVisible()
  await expect(fact(dialog, 'Still to send')).toContainText('23.99 USDT')
  await expect(dialog.getByRole('button', { name: 'Copy Amount' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'QR code of the payment address' })).toBeVisible()
  await expect(dialog).toContainText(
    '40 USDT arrived, 23.99 USDT is still missing. Send the rest to the same address on the same network.',
  )
  await dialog.getByRole('button', { name: 'Back to the payment details' }).click()
  await expect(fact(dialog, 'Still to send')).toContainText('23.99 USDT')
  await expect(dialog).toContainText('Send exactly 23.99 USDT.')
  const short = () => mailServer.mailsTo(input.email).find(({ subject }) => subject?.includes('is missing'))
  await expect.poll(short).toBeDefined()
  expect(short()?.text).toContain(`Still to send:\n23.99 USDT\n`)
  expect(short()?.text).toContain(`Wallet address:\n${payment.address}\n`)
  await pay(page, payment, { amount: '23.99' })
  await mineBlocks(page, 'trc20', 20)
  await expectInvoice(page, input, payment)
  await expect(fact(dialog, 'Amount paid')).toHaveText('63.99 USDT')
  await expectDelivered({ shop, mailServer }, input, payment)
})

test('an overpaying buyer gets the keys, and sees what happens to the rest', async ({
  page,
  shop,
  mailServer,
}) => {
  const input: OrderInput = { edition: 'supporter', network: 'bep20', email: 'over@demo.example' }
  const payment = await ordered(page, input)
  await pay(page, payment, { amount: '150' })
  await mineBlocks(page, 'bep20', 4)
  const dialog = await expectInvoice(page, input, payment)
  await expect(dialog.getByText('You sent more than was due.')).toBeVisible()
  await expect(fact(dialog, 'Amount paid')).toHaveText('150 USDT')
  await expectDelivered({ shop, mailServer }, input, payment)
})

test('money on another network is detected, explained, and never counts', async ({
  page,
  shop,
  mailServer,
}) => {
  const input: OrderInput = { network: 'erc20', email: 'stray@demo.example' }
  const used = await usedKeys(shop)
  const payment = await ordered(page, input)
  await pay(page, payment, { network: 'bep20' })
  await mineBlocks(page, 'bep20', 4)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Your money arrived on another network' })).toBeVisible()
  await expect(dialog.getByText('You chose ERC-20 (Ethereum).')).toBeVisible()
  await expect(dialog).not.toContainText(payment.address)
  await expect(dialog.getByText('Your money is safe; please keep your invoice ID.')).toBeVisible()
  await check(page)
  await expect(dialog.getByText('1 check made')).toBeVisible()
  await expect(dialog.getByText('Payment not detected.')).toHaveCount(0)
  expect(await usedKeys(shop)).toEqual(used)
  await expect
    .poll(() => mailServer.mailsTo(input.email).map(({ subject }) => subject))
    .toEqual(['Your order of Ashen Dominion: how to pay', 'Your payment for Ashen Dominion is with our team'])
})

test('a reverted block removes the payment, and the page says so', async ({ page }) => {
  const input: OrderInput = { edition: 'supporter', network: 'ethereum', email: 'reorg@demo.example' }
  const payment = await ordered(page, input)
  const dialog = page.getByRole('dialog')
  await pay(page, payment)
  await mineBlocks(page, 'ethereum', 1)
  await expect(dialog.getByText('Payment detected')).toBeVisible()
  const reorg = { network: 'ethereum', depth: 12, keep: false }
  expect((await page.request.post('/demo/wallet/reorg', { data: reorg })).status()).toBe(200)
  await expect(dialog.getByText('The network took back a block, and your transfer with it.')).toBeVisible()
  await expect(dialog.getByText('Waiting for your payment on the blockchain')).toBeVisible()
})
