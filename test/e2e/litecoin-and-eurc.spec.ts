import { expectInvoice, fillForm, openDialog, order, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { EVERY_RAIL } from './shared-settings.ts'
import { expect, test } from './shop.ts'

test.use({ shopSettings: EVERY_RAIL })

const INPUT: OrderInput = {
  edition: 'standard',
  quantity: 1,
  network: 'litecoin',
  email: 'litecoin@demo.example',
}

test('a buyer pays in litecoin', async ({ page }) => {
  const payment = await order(page, INPUT)
  expect(payment.address).toMatch(/^rltc1q/)
  await pay(page, payment)
  await mineBlocks(page, 'litecoin', 6)
  await expectInvoice(page, INPUT, payment)
})

test('a buyer pays in EURC, of which a dollar takes fewer', async ({ page }) => {
  const input: OrderInput = { ...INPUT, network: 'eurc-ethereum', email: 'eurc@demo.example' }
  const payment = await order(page, input)
  expect(Number(payment.amount)).toBeLessThan(63.99)
  await pay(page, payment)
  await mineBlocks(page, 'eurc-ethereum', 32)
  await expectInvoice(page, input, payment)
})

test('an address of an extension block is refused with its reason', async ({ page }) => {
  await openDialog(page, INPUT)
  await fillForm(page, INPUT)
  const address = page.getByRole('dialog').getByLabel('Refund wallet address')
  await address.fill(
    'ltcmweb1qqgaufg7hmzfnyz74t8uzfqge7ns0caha29lrk8znarn5r0ylv3vlyqhzj896p9779ernqh7626wa73tthtpeuym2y5rxz2qq0mu5m25ngccathwq',
  )
  await address.blur()
  await expect(page.getByText('This is an address of Litecoin’s MWEB')).toBeVisible()
})
