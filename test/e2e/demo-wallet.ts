import type { Page } from '@playwright/test'
import type { NetworkId } from '#shared/rails.ts'
import { expect } from './shop.ts'
import type { ShownPayment } from './buyer.ts'

/** Pays as a visitor of the demo does: with the wallet page the dialog links to. */
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

/** Pays by the wallet's own call, rightly or wrongly. */
export async function pay(page: Page, payment: ShownPayment, how: WalletPayment = {}): Promise<string> {
  const reply = await page.request.post('/demo/wallet/pay', { data: { paymentId: payment.id, ...how } })
  expect(reply.status()).toBe(200)
  return ((await reply.json()) as { txHash: string }).txHash
}

/** Spares the wait for blocks. */
export async function mineBlocks(page: Page, network: NetworkId, blocks: number): Promise<void> {
  const reply = await page.request.post('/demo/wallet/mine', { data: { network, blocks } })
  expect(reply.status()).toBe(200)
}
