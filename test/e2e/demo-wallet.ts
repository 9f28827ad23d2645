import type { Page } from '@playwright/test'
import type { NetworkId } from '#shared/rails.ts'
import { expect } from './shop.ts'
import type { ShownPayment } from './buyer.ts'

/** Pays as a visitor of the demo does: on the wallet page that the dialog links to. */
export async function payWithWalletPage(page: Page): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('link', { name: 'Pay with the demo wallet' }).click()
  const wallet = await opening
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(wallet.getByText(/^Sent: [0-9a-fx]{64,66}$/)).toBeVisible()
  await wallet.close()
}

interface WalletPayment {
  readonly amount?: string
  readonly network?: NetworkId
  readonly token?: string
}

/** Pays with the wallet's own call, correctly or incorrectly. */
export async function pay(page: Page, payment: ShownPayment, how: WalletPayment = {}): Promise<string> {
  const reply = await page.request.post('/demo/wallet/pay', { data: { paymentId: payment.id, ...how } })
  expect(reply.status()).toBe(200)
  return ((await reply.json()) as { txHash: string }).txHash
}

/** Mines blocks, so that the test does not wait for them. */
export async function mineBlocks(page: Page, network: NetworkId, blocks: number): Promise<void> {
  const reply = await page.request.post('/demo/wallet/mine', { data: { network, blocks } })
  expect(reply.status()).toBe(200)
}
