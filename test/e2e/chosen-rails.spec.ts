import { expectInvoice, order, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { hold } from './hold.ts'
import { expect, test } from './shop.ts'

test.use({ shopSettings: { KEYHOLD_RAILS: 'usdc-polygon,bitcoin,usdc-base' } })

test('a shop that sells for USDC and bitcoin says so, offers nothing else, and sells', async ({ page }) => {
  await page.goto('/?lang=en')
  await expect(page.getByText('Pay in USDC or Bitcoin. Your keys arrive by e-mail')).toBeVisible()
  const input: OrderInput = {
    edition: 'standard',
    quantity: 1,
    network: 'usdc-base',
    email: 'chosen@demo.example',
  }
  const payment = await order(page, input)
  await pay(page, payment)
  await mineBlocks(page, 'usdc-base', 30)
  await expectInvoice(page, input, payment)
  await page.goto('/status?lang=en')
  await expect(page.locator('.plain-status dt')).toHaveText([
    'USD Coin · Polygon',
    'Bitcoin · Bitcoin Network',
    'USD Coin · Base',
  ])
})

test('an order before React is loaded shows the coins that are offered, in their order afterwards', async ({
  page,
}) => {
  const release = await hold(page, /\/assets\/react-/)
  await page.goto('/?lang=en')
  await page.locator('button.order[value="standard"]').click()
  const coins = page.getByRole('dialog').locator('.pay-choice-coin')
  await expect(coins).toHaveCount(1)
  await expect(coins).toContainText('Bitcoin')
  await release()
  await expect(coins).toHaveCount(2)
  await expect(coins.first()).toContainText('USD Coin')
})
