import type { Page } from '@playwright/test'
import { order, expectInvoice, fact, type ShownPayment } from './buyer.ts'
import { mineBlocks, payWithWalletPage } from './demo-wallet.ts'
import { expectPanel } from './payment-panel.ts'
import { expectDelivered, usedKeys } from './purchase.ts'
import { quickOrder, type QuickOrderInput } from './quick-order.ts'
import { EVERY_RAIL } from './shared-settings.ts'
import { expect, test } from './shop.ts'

test.use({ shopSettings: EVERY_RAIL })

const WISHES: readonly (Required<Pick<QuickOrderInput, 'network' | 'edition' | 'quantity'>> & {
  readonly amount: string
  readonly blocks: number
  /** Whether it is ordered with the form, which other tests do for the other rails. */
  readonly hasForm: boolean
})[] = [
  { network: 'bitcoin', edition: 'standard', quantity: 1, amount: '0.0010665', blocks: 1, hasForm: true },
  { network: 'ethereum', edition: 'supporter', quantity: 1, amount: '0.03999667', blocks: 12, hasForm: true },
  { network: 'erc20', edition: 'standard', quantity: 3, amount: '191.97', blocks: 32, hasForm: true },
  { network: 'trc20', edition: 'supporter', quantity: 2, amount: '239.98', blocks: 20, hasForm: false },
  { network: 'bep20', edition: 'standard', quantity: 2, amount: '127.98', blocks: 4, hasForm: false },
  { network: 'usdc-ethereum', edition: 'standard', quantity: 1, amount: '63.99', blocks: 12, hasForm: false },
  { network: 'usdc-base', edition: 'standard', quantity: 1, amount: '63.99', blocks: 30, hasForm: false },
  { network: 'usdc-polygon', edition: 'standard', quantity: 1, amount: '63.99', blocks: 6, hasForm: true },
]

for (const { amount, blocks, hasForm, ...what } of WISHES) {
  test(`${String(what.quantity)} of the ${what.edition} edition on the simulated ${what.network}, paid with the demo's wallet`, async ({
    page,
    shop,
    mailServer,
  }) => {
    const input = { ...what, email: `${what.network}@demo.example` }
    const used = await usedKeys(shop)
    const payment = hasForm ? await order(page, input) : await orderByApi(page, input)
    expect(payment.amount).toBe(amount)
    await expectPanel(page, input, payment)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Simulation: send nothing').first()).toBeVisible()
    await payWithWalletPage(page)
    await expect(
      dialog.getByRole('heading', { name: /^(Payment detected|Verify your payment)$/ }),
    ).toBeVisible()
    await mineBlocks(page, input.network, blocks)
    await expectInvoice(page, input, payment)
    await expect(fact(dialog, 'Edition')).toContainText(`× ${String(input.quantity)}`)
    await expectDelivered({ shop, mailServer }, input, payment)
    expect(await usedKeys(shop)).toHaveLength(used.length + input.quantity)
  })
}

/** Orders with the shop's API, and opens the panel on the order's page. */
async function orderByApi(page: Page, input: QuickOrderInput): Promise<ShownPayment> {
  const payment = await quickOrder(page, input)
  await page.goto(`/order/${payment.id}?lang=en&pay`)
  await expect(page.getByRole('dialog')).toBeVisible()
  return payment
}
