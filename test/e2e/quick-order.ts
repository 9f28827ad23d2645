import type { Page } from '@playwright/test'
import type { CreatePaymentRequest, PaymentRow, RailState } from '#shared/api.ts'
import type { Language } from '#shared/languages.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import type { ShownPayment } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { CAPTCHA_CODE, expect } from './shop.ts'

const PRICE_CENTS = { standard: 63_99, supporter: 119_99 }

export interface QuickOrderInput {
  readonly language?: Language
  readonly edition?: 'standard' | 'supporter'
  readonly quantity?: number
  readonly network?: NetworkId
  readonly email: string
  /** Of a copy, where it is not the game folder's. */
  readonly priceCents?: number
}

/**
 * Orders with the shop's API, for tests that do not test the dialog; the page's browser then holds the order's secret.
 */
export async function quickOrder(page: Page, input: QuickOrderInput): Promise<ShownPayment> {
  const { edition = 'standard', quantity = 1, network = 'trc20', email, language = 'en' } = input
  const { priceCents = PRICE_CENTS[edition] } = input
  const ask = async <Reply>(path: string, data: object): Promise<Reply> => {
    const reply = await page.request.post(path, { data, headers: { 'content-language': language } })
    expect([path, reply.status()]).toEqual([path, 200])
    return (await reply.json()) as Reply
  }
  await expect.poll(() => isOpen(page, network), `${network} takes orders`).toBe(true)
  const { id } = await ask<{ id: string }>('/functions/captcha', {})
  await ask('/functions/captcha/check', { id, code: CAPTCHA_CODE })
  const request: CreatePaymentRequest = {
    userEmail: email,
    steamId: email,
    walletAddress: refundAddressOf(network),
    edition,
    cryptoType: railOf(network).coin,
    cryptoNetwork: network,
    totalPrice: (priceCents * quantity) / 100,
    quantity,
  }
  const { payment } = await ask<{ payment: { id: string; cryptoAmount: string; paymentAddress: string } }>(
    '/functions/create-crypto-payment',
    request,
  )
  return { id: payment.id, amount: payment.cryptoAmount, address: payment.paymentAddress }
}

/** Whether a rail takes orders: on a busy machine a shop that has just started is still looking for addresses. */
async function isOpen(page: Page, network: NetworkId): Promise<boolean> {
  const rails = (await (await page.request.get('/data/rails')).json()) as RailState[]
  return rails.some((rail) => rail.network === network && rail.available)
}

/** Creates an order, pays it, and waits until it is confirmed and delivered. */
export async function quickPurchase(page: Page, input: QuickOrderInput): Promise<ShownPayment> {
  const payment = await quickOrder(page, input)
  await pay(page, payment)
  await mineBlocks(page, input.network ?? 'trc20', 40)
  await expectStatus(page, payment, 'confirmed')
  await expect.poll(() => keysOf(page, payment)).toHaveLength(input.quantity ?? 1)
  return payment
}

/** Waits until the payment has this status, making the shop check the chain as its pages do. */
export async function expectStatus(
  page: Page,
  { id }: ShownPayment,
  status: PaymentRow['status'],
): Promise<void> {
  const read = async () => {
    await page.request.post('/functions/verify-crypto-payment', { data: { paymentId: id } })
    return ((await (await page.request.get(`/data/payments/${id}`)).json()) as PaymentRow).status
  }
  await expect.poll(read).toBe(status)
}

/** The order's keys, as this browser may read them. */
export async function keysOf(page: Page, { id }: ShownPayment): Promise<readonly string[]> {
  return ((await (await page.request.get(`/data/orders/${id}`)).json()) as { keys: readonly string[] }).keys
}
