import type { Locator, Page } from '@playwright/test'
import { type NetworkId, RAILS } from '#shared/rails.ts'
import { railOf } from '#shared/rails.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { expect, CAPTCHA_CODE } from './shop.ts'
import { WORDS, type Words } from './words.ts'

/** What a buyer orders. */
export interface OrderInput {
  readonly language?: 'en' | 'ar'
  /** Without it, the standard edition. */
  readonly edition?: string
  /** For an edition of another game than the default one. */
  readonly editionName?: string
  /** Without it, one copy. */
  readonly quantity?: number
  readonly network: NetworkId
  /** Whether the shop offers the coin on no other network, so that none is asked for. */
  readonly isOnlyNetwork?: boolean
  readonly email: string
}

/** A payment as its panel shows it. */
export interface ShownPayment {
  readonly id: string
  /** Without the coin's symbol. */
  readonly amount: string
  readonly address: string
}

export function textsFor({ language = 'en' }: Pick<OrderInput, 'language'>): Words {
  return WORDS[language]
}

/** Goes from the landing page to the payment panel, as a buyer does. */
export async function order(page: Page, input: OrderInput): Promise<ShownPayment> {
  await openDialog(page, input)
  await fillForm(page, input)
  await passCaptcha(page, input)
  return createPayment(page, input)
}

export async function openDialog(page: Page, input: OrderInput): Promise<void> {
  const words = textsFor(input)
  const { language = 'en', edition = 'standard', quantity = 1 } = input
  await page.goto(`/?lang=${language}`)
  for (let copies = 1; copies < quantity; copies += 1)
    await page.getByRole('button', { name: words.increase }).click()
  await page
    .getByRole('article', { name: input.editionName ?? editionNameIn(words, edition) })
    .getByRole('button', { name: words.orderNow(quantity), exact: true })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

function editionNameIn({ editions }: Words, edition: string): string {
  return new Map(Object.entries(editions)).get(edition) ?? edition
}

export async function fillForm(page: Page, input: OrderInput): Promise<void> {
  const words = textsFor(input)
  const dialog = page.getByRole('dialog')
  const { coin } = railOf(input.network)
  await dialog.getByRole('radio', { name: new RegExp(`^${words.coins[coin]}`) }).check()
  const isAsked = input.isOnlyNetwork !== true && RAILS.filter((rail) => rail.coin === coin).length > 1
  if (isAsked) await networkChoice(page, input).check()
  await dialog.getByLabel(words.email).fill(input.email)
  await dialog.getByLabel(words.refundAddress).fill(refundAddressOf(input.network))
}

export function networkChoice(page: Page, input: OrderInput): Locator {
  const words = textsFor(input)
  const networks = page.getByRole('dialog').getByRole('group', { name: words.chooseNetwork })
  return networks.getByRole('radio', { name: words.networks[input.network] })
}

export async function passCaptcha(page: Page, input: OrderInput): Promise<void> {
  const words = textsFor(input)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: words.submit })).toBeDisabled()
  await dialog.getByLabel(words.captcha).fill(CAPTCHA_CODE.toLowerCase())
  await expect(dialog.getByText(words.captchaPassed)).toBeVisible()
}

/** Submits the form and reads the panel that follows. */
export async function createPayment(page: Page, input: OrderInput): Promise<ShownPayment> {
  const words = textsFor(input)
  const dialog = page.getByRole('dialog')
  const created = page.waitForResponse('**/functions/create-crypto-payment')
  await dialog.getByRole('button', { name: words.submit }).click()
  const { payment } = (await (await created).json()) as { payment: { id: string } }
  await expect(dialog.getByRole('button', { name: words.verify })).toBeEnabled()
  const amount = await fact(dialog, words.amount).innerText()
  const address = await fact(dialog, words.paymentAddress).locator('bdi').first().innerText()
  return { id: payment.id, amount: amount.split(' ')[0] ?? '', address }
}

/** Returns the value beside a label in a list of facts. */
export function fact(scope: Locator, label: string): Locator {
  const term = scope.page().getByRole('term').getByText(label, { exact: true })
  return scope.locator('dl > div').filter({ has: term }).getByRole('definition')
}

/** Presses "Verify Now" and expects that nothing has been found yet. */
export async function goToVerification(page: Page, input: OrderInput): Promise<void> {
  const words = textsFor(input)
  await page.getByRole('dialog').getByRole('button', { name: words.verify }).click()
  await expect(page.getByRole('dialog').getByText(words.waiting)).toBeVisible()
}

/** Waits until the dialog shows the payment's confirmed invoice. */
export async function expectInvoice(page: Page, input: OrderInput, payment: ShownPayment): Promise<Locator> {
  const words = textsFor(input)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: words.confirmed })).toBeVisible()
  await expect(dialog.getByText(words.badge)).toBeVisible()
  await expect(fact(dialog, words.invoiceId)).toHaveText(payment.id)
  return dialog
}
