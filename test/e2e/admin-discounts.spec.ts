import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { newCode } from '#test/new-code.ts'
import { signInAs } from './admin-fixture.ts'
import { expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

const words = enAdmin.discounts

test('an owner creates a batch for a creator, pauses a code, takes that back, and sees the file', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/discounts')
  await expect(page.getByText(words.none)).toBeVisible()
  const form = page.getByRole('region', { name: words.create.title })
  await form.getByLabel(words.create.name).fill('Ada the creator')
  await form.getByLabel(words.create.value).fill('100')
  await form.getByRole('button', { name: words.create.submit }).click()
  await expect(form.getByText(words.create.invalid)).toBeVisible()
  await form.getByLabel(words.create.value).fill('15')
  await form.getByLabel(words.create.uses).fill('3')
  await form.getByLabel(words.create.count).fill('12')
  await form.getByRole('button', { name: words.create.submit }).click()
  await expect(page).toHaveURL(/#\/discounts\?batch=/)
  const table = page.getByRole('table', { name: words.list })
  await expect(table.getByRole('row')).toHaveCount(13)
  const row = table.getByRole('row').nth(1)
  await expect(row).toContainText('Ada the creator')
  await expect(row).toContainText('15%')
  await expect(row).toContainText('0 of 3')

  await row.getByRole('button', { name: words.pause }).click()
  await expect(row).toContainText(words.paused)
  await page.getByRole('button', { name: enAdmin.many.undo }).first().click()
  await expect(row).toContainText(words.active)
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: words.export }).click()
  expect((await download).suggestedFilename()).toMatch(/^discount-codes-.*\.csv$/)
})

for (const { language, texts } of [
  { language: 'en', texts: enAdmin },
  { language: 'ar', texts: arAdmin },
] as const)
  for (const widthPx of [390, 1280])
    test(`what codes brought is drawn in ${language} at ${String(widthPx)} px`, async ({ page, shop }) => {
      const drawn = `DRAWN${language.toUpperCase()}${String(widthPx)}`
      const code = await newCode(shop.db, drawn)
      const order = { discount_code_id: code, discount_cents: 15_99 }
      // final, since a new block would judge it again, and find no money
      const paid = { status: 'confirmed', confirmed_at: new Date(), is_final: true }
      const yen = {
        currency: 'JPY',
        usd_rate_e8: 67_000_000n,
        unit_price_cents: 6_400,
        discount_cents: 1_600,
      }
      await insertPayment(shop.db, { ...order, ...paid })
      await insertPayment(shop.db, { ...order, ...paid, ...yen })
      await insertPayment(shop.db, { ...order, status: 'expired' })
      await page.setViewportSize({ width: widthPx, height: 900 })
      await signInAs(page, shop, 'owner', language)
      await page.goto('/admin#/discounts')
      const bars = page.getByRole('table', { name: texts.discounts.brought })
      const row = bars.getByRole('row', { name: drawn })
      await expect(row.getByRole('cell')).toHaveCount(3)
      if (language === 'en') await expect(row.getByRole('cell')).toHaveText(['3', '2', '¥1,600$15.99'])
      await expectAccessible(page)
      await row.scrollIntoViewIfNeeded()
    })
