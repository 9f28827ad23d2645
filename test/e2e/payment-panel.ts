import type { Page } from '@playwright/test'
import { renderSVG } from 'uqr'
import { networksAll, isAddressForm } from '#shared/address-form.ts'
import { railOf } from '#shared/rails.ts'
import { fact, textsFor, type ShownPayment, type OrderInput } from './buyer.ts'
import { expect } from './shop.ts'

/** Checks everything the payment panel must show: amount, network, address, QR code, countdown, warnings. */
export async function expectPanel(page: Page, input: OrderInput, payment: ShownPayment): Promise<void> {
  const words = textsFor(input)
  const dialog = page.getByRole('dialog')
  const amount = `${payment.amount} ${railOf(input.network).symbol}`
  expect(payment.amount).toMatch(/^\d+(\.\d{1,8})?$/)
  expect(isAddressForm(input.network, payment.address, networksAll('regtest'))).toBe(true)
  await expect(fact(dialog, 'Network')).toHaveText(words.networks[input.network])

  const qr = dialog.getByRole('img', { name: words.qr })
  await expect(qr).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(qrOf(payment.address))}`)
  expect((await qr.boundingBox())?.width).toBe(200)

  const timer = dialog.getByRole('timer')
  await expect(timer).toHaveText(/^1[45]:[0-5]\d$/)
  const shown = await timer.innerText()
  await expect(timer).not.toHaveText(shown)

  const warnings = dialog.getByRole('list').filter({ hasText: 'permanent loss' })
  await expect(warnings).toContainText(`Send exactly ${amount}.`)
  await expect(warnings).toContainText(`Use only ${words.networks[input.network]}.`)
  await expect(warnings).toContainText('Sending on a wrong network means permanent loss of your funds.')
  await expect(warnings).toContainText(/This payment expires at \d{1,2}:\d\d/)
  await expect(warnings).toContainText(`Keep your invoice ID: ${payment.id.slice(0, 12)}…`)
}

/** The bare address, black on white with a margin of 1. */
function qrOf(address: string): string {
  return renderSVG(address, { ecc: 'M', border: 1, whiteColor: '#ffffff', blackColor: '#000000' })
}
