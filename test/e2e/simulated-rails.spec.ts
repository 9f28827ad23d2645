import { order, expectInvoice, fact, type OrderInput } from './buyer.ts'
import { mineBlocks, payWithWalletPage } from './demo-wallet.ts'
import { expectPanel } from './payment-panel.ts'
import { expectDelivered, usedKeys } from './purchase.ts'
import { EVERY_RAIL } from './shared-settings.ts'
import { expect, test } from './shop.ts'

test.use({ shopSettings: EVERY_RAIL })

const WISHES: readonly (Required<Pick<OrderInput, 'network' | 'edition' | 'quantity'>> & {
  readonly amount: string
  readonly blocks: number
})[] = [
  { network: 'bitcoin', edition: 'standard', quantity: 1, amount: '0.0010665', blocks: 1 },
  { network: 'ethereum', edition: 'supporter', quantity: 1, amount: '0.03999667', blocks: 12 },
  { network: 'erc20', edition: 'standard', quantity: 3, amount: '191.97', blocks: 32 },
  { network: 'trc20', edition: 'supporter', quantity: 2, amount: '239.98', blocks: 20 },
  { network: 'bep20', edition: 'standard', quantity: 2, amount: '127.98', blocks: 4 },
  { network: 'usdc-ethereum', edition: 'standard', quantity: 1, amount: '63.99', blocks: 12 },
  { network: 'usdc-base', edition: 'standard', quantity: 1, amount: '63.99', blocks: 30 },
  { network: 'usdc-polygon', edition: 'standard', quantity: 1, amount: '63.99', blocks: 6 },
]

for (const { amount, blocks, ...what } of WISHES) {
  test(`${String(what.quantity)} of the ${what.edition} edition on the simulated ${what.network}, paid with the demo's wallet`, async ({
    page,
    shop,
    mailServer,
  }) => {
    const input = { ...what, email: `${what.network}@demo.example` }
    const used = await usedKeys(shop)
    const payment = await order(page, input)
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
