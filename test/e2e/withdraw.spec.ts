import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isRightToLeft, LANGUAGES } from '#shared/languages.ts'
import { legalPageTextsOf, plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { findViolations } from './find-violations.ts'
import { quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'

for (const language of LANGUAGES) {
  test(`an order is withdrawn from without script and without sign-in, in ${language}`, async ({
    page,
    shop,
    openPage,
  }) => {
    const email = `withdraw-${language}@example.com`
    const { id } = await quickOrder(page, { email, language })
    const plain = await openPage({ javaScriptEnabled: false })
    await plain.setViewportSize({ width: 390, height: 844 })
    const { withdraw } = plainTextsOf(language)
    const { checkout } = siteTextsOf(language)
    const legal = legalPageTextsOf(language)

    // from the footer of any page
    await plain.goto(`/?lang=${language}`)
    await plain.locator('.footer').getByRole('link', { name: legal.withdraw }).click()
    await expect(plain.locator('html')).toHaveAttribute('dir', isRightToLeft(language) ? 'rtl' : 'ltr')
    await plain.getByRole('button', { name: withdraw.continue }).click()
    await expect(plain.getByRole('alert')).toContainText(withdraw.nameFault)
    await plain.getByLabel(withdraw.name, { exact: true }).fill('Ada Lovelace')
    await plain.getByLabel(checkout.verification.invoiceId, { exact: true }).fill(id)
    await plain.getByLabel(checkout.form.email, { exact: true }).fill(email)
    await plain.getByRole('button', { name: withdraw.continue }).click()
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(withdraw.confirmTitle)
    // nothing is stated before it is confirmed
    expect(
      (await shop.db.selectFrom('withdrawals').select('id').where('email', '=', email).execute()).length,
    ).toBe(0)
    await plain.getByRole('button', { name: legal.confirmWithdrawal }).click()
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(withdraw.doneTitle)

    expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

    const downloading = plain.waitForEvent('download')
    await plain.getByRole('button', { name: withdraw.save }).click()
    const text = readFileSync(await (await downloading).path(), 'utf8')
    expect(text).toContain(id)
    expect(text).toContain('(UTC)')
    const [, before = '', digest] = /^([^]*)SHA-256: ([0-9a-f]{64})\n$/.exec(text) ?? []
    expect(createHash('sha256').update(before).digest('hex')).toBe(digest)
    const mail = await shop.db
      .selectFrom('mails')
      .select(['template', 'language'])
      .where('recipient', '=', email)
      .where('template', '=', 'withdrawal')
      .executeTakeFirstOrThrow()
    expect(mail.language).toBe(language)
  })
}

test('the page passes every accessibility rule, and sends the browser’s time zone', async ({ openPage }) => {
  const page = await openPage({ timezoneId: 'America/Bogota' })
  const { id } = await quickOrder(page, { email: 'zone@example.com', language: 'en' })
  await page.goto(`/order/${id}`)
  await page.locator('.order-withdraw').getByRole('link').click()
  // this browser holds the order's secret
  await expect(page.getByLabel('E-mail', { exact: false }).first()).toHaveValue('zone@example.com')
  await page.getByLabel('Your name').fill('Zoe')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('America/Bogota')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('status').getByText('You have withdrawn from this order')).toBeVisible()
})
