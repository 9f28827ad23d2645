import { USD } from '#shared/currency.ts'
import { arSite } from '#texts/ar/site.ts'
import { enSite } from '#texts/en/site.ts'
import { formatPrice } from '#texts/format.ts'
import { cents } from '#shared/money.ts'
import { orderPageTextsOf } from '#texts/rendered-texts.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { signInAs } from './admin-fixture.ts'
import { checkStep, PHONE } from './check-step.ts'
import { quickOrder, quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'

const TEXTS = { en: enSite, ar: arSite }

test.use({ viewport: PHONE })

for (const language of ['en', 'ar'] as const) {
  test(`in ${language} a buyer requests refunds: two clicks, errors shown, one copy, then another to another address`, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(400, /\/functions\/request-refund/)
    const { refund } = orderPageTextsOf(language)
    const { form } = TEXTS[language].checkout
    const payment = await quickPurchase(page, {
      language,
      quantity: 3,
      email: `refund-${language}@demo.example`,
    })
    await page.goto(`/order/${payment.id}?lang=${language}#refund`)
    const section = page.getByRole('region', { name: refund.title })
    await expect(section).toBeInViewport()
    await expect(section.getByText(refundAddressOf('trc20'))).toHaveCSS('direction', 'ltr')
    await section.getByRole('button', { name: refund.submit }).click()
    await expect(section.getByText(refund.confirmFault)).toBeVisible()
    await expect(section.getByRole('checkbox')).toBeFocused()
    await checkStep(page, `refund-unconfirmed-${language}`)

    // two clicks: the confirmation that the address is correct, and the request
    await section.getByLabel(refund.copies).selectOption('1')
    await expect(section.getByText(formatPrice(language, cents(6399), USD))).toBeVisible()
    // one format of money on the page
    await expect(page.getByText(formatPrice(language, cents(19197), USD)).first()).toBeVisible()
    if (language === 'ar') await expect(page.getByText('$191.97')).toHaveCount(0)
    await section.getByRole('checkbox').check()
    await section.getByRole('button', { name: refund.submit }).click()
    await expect(section.getByRole('article')).toHaveCount(1)
    await expect(section.getByRole('article')).toContainText(refund.amountLater)
    await expect(page.getByText(refund.done)).toBeVisible()

    await section.getByRole('button', { name: refund.change }).click()
    await section.getByLabel(refund.newAddress).fill('TXYZ')
    await section.getByRole('checkbox').check()
    await section.getByRole('button', { name: refund.submit }).click()
    await expect(section.getByText(form.addressFault.trc20)).toBeVisible()
    await expect(section.getByLabel(refund.newAddress)).toBeFocused()
    await checkStep(page, `refund-address-fault-${language}`)
    // the correct form, but one wrong letter: only the checksum detects it
    await section.getByLabel(refund.newAddress).fill(refundAddressOf('trc20').replace(/H$/, 'J'))
    await section.getByRole('button', { name: refund.submit }).click()
    await expect(section.getByText(form.addressChecksum)).toBeVisible()
    await expect(section.getByLabel(refund.newAddress)).toBeFocused()

    const other = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'
    await section.getByLabel(refund.newAddress).fill(other)
    await section.getByLabel(refund.reason).fill('Bought twice')
    await section.getByRole('button', { name: refund.submit }).click()
    await expect(section.getByRole('article')).toHaveCount(2)
    await expect(section.getByText(refund.allRequested)).toBeVisible()
    await expect(section.getByRole('button', { name: refund.submit })).toHaveCount(0)
    await expect(section.getByText(other)).toBeVisible()
    await checkStep(page, `refund-asked-${language}`)
    const stored = await shop.db
      .selectFrom('refunds')
      .select(['quantity', 'reason', 'address', 'asked_by'])
      .where('payment_id', '=', payment.id)
      .orderBy('quantity')
      .execute()
    expect(stored).toEqual([
      { quantity: 1, reason: '', address: refundAddressOf('trc20'), asked_by: 'buyer' },
      { quantity: 2, reason: 'Bought twice', address: other, asked_by: 'buyer' },
    ])
  })
}

test("a refund's progress updates by itself, from requested to confirmed on the blockchain", async ({
  page,
  shop,
  openPage,
}) => {
  const payment = await quickPurchase(page, { quantity: 1, email: 'followed@demo.example' })
  await page.goto(`/order/${payment.id}?lang=en`)
  const section = page.getByRole('region', { name: 'Return and refund' })
  await section.getByText('Return keys and get a refund').click()
  await section.getByRole('checkbox').check()
  await section.getByRole('button', { name: 'Request refund' }).click()
  const steps = section.getByRole('list', { name: 'State of the refund' }).getByRole('listitem')
  await expect(steps.filter({ hasText: '(done)' })).toHaveCount(1)

  const admin = await openPage()
  await signInAs(admin, shop, 'owner')
  const { id } = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const headers = { origin: shop.url }
  const ask = async (path: string, data: object) => {
    const reply = await admin.request.post(path, { data, headers })
    expect([path, reply.status()]).toEqual([path, 200])
    return (await reply.json()) as { txHash?: string }
  }
  await ask(`/functions/refunds/${id}/quote`, {})
  const { txHash } = await ask('/demo/wallet/refund', { refundId: id })
  await ask(`/functions/refunds/${id}/record`, { txHash })
  await page.request.post('/demo/wallet/mine', { data: { network: 'trc20', blocks: 40 } })
  await expect(steps.filter({ hasText: '(done)' })).toHaveCount(4)
  await expect(section.getByText('A refund is requested for every copy of this order.')).toBeVisible()
  await expect(page.getByText('This order was refunded').first()).toBeVisible()
  await page.getByRole('heading', { name: 'What has happened' }).click()
  await expect(page.getByText('Refund confirmed on the blockchain')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your game keys' })).toHaveCount(0)
  await checkStep(page, 'refund-proved')
})

test('before payment and after the deadline the page says why there is no form', async ({ page, shop }) => {
  const open = await quickOrder(page, { email: 'early@demo.example' })
  await page.goto(`/order/${open.id}?lang=en#refund`)
  const section = page.getByRole('region', { name: 'Return and refund' })
  await expect(section.getByText('once the payment is confirmed')).toBeVisible()

  const old = await quickPurchase(page, { email: 'long-ago@demo.example' })
  await shop.db
    .updateTable('payments')
    .set({ confirmed_at: new Date('2025-11-01T10:00:00Z') })
    .where('id', '=', old.id)
    .execute()
  await page.goto(`/order/${old.id}?lang=en#refund`)
  await expect(section.getByText('The time to return keys ended on Nov 15, 2025')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Request refund' })).toHaveCount(0)
})
