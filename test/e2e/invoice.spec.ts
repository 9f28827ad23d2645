import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import type { Download, Page } from '@playwright/test'
import { arSite } from '#texts/ar/site.ts'
import { enSite } from '#texts/en/site.ts'
import { orderPageTextsOf } from '#texts/rendered-texts.ts'
import { order, expectInvoice, textsFor, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { checkStep, PHONE } from './check-step.ts'
import { quickOrder, quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'

const TEXTS = { en: enSite, ar: arSite }

test.use({ viewport: PHONE })

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8')
}

function sumBelow(text: string): { readonly digest: string; readonly counted: string } {
  const digest = /SHA-256: ([0-9a-f]{64})\n$/.exec(text)?.[1] ?? ''
  const body = text.slice(0, text.lastIndexOf('SHA-256: '))
  return { digest, counted: createHash('sha256').update(body).digest('hex') }
}

async function choose(page: Page, label: string, text: string): Promise<void> {
  const file = { name: 'invoice.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.getByLabel(label).setInputFiles(file)
}

for (const language of ['en', 'ar'] as const) {
  test(`the invoice in ${language}: as a file with its digest, printed alone, and checked on the page`, async ({
    page,
    shop,
  }) => {
    const words = textsFor({ language })
    const { check, invoice } = orderPageTextsOf(language)
    const email = `invoice-${language}@demo.example`
    const payment = await quickPurchase(page, { language, edition: 'supporter', quantity: 2, email })
    const foreign = await quickPurchase(page, { language, email: `other-${language}@demo.example` })
    await page.goto(`/order/${payment.id}?lang=${language}`)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: words.download }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`invoice-${payment.id.slice(0, 8)}.txt`)
    const text = await textOf(download)
    for (const part of [payment.id, email, '$239.98', words.editions.supporter.toUpperCase(), 'UTC']) {
      expect(text).toContain(part)
    }
    expect(sumBelow(text).digest).toBe(sumBelow(text).counted)

    await page.getByText(check.title).click()
    const verdicts: readonly (readonly [string, string])[] = [
      [text, check.genuine],
      [text.replace('$239.98', '$139.98'), check.altered],
      ['not an invoice', check.noLine],
      ['x'.repeat(70_000), check.tooLarge],
      [await (await page.request.get(`/order/${foreign.id}/invoice.txt`)).text(), check.foreign],
    ]
    for (const [content, verdict] of verdicts) {
      await choose(page, check.file, content)
      await expect(page.getByText(verdict, { exact: true })).toBeVisible()
    }
    await checkStep(page, `invoice-checked-${language}`)

    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = ''
      }
    })
    await page.getByRole('button', { name: invoice.print }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', '')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(payment.address)).toBeVisible()
    await expect(page.getByText(email)).toHaveCount(2)
    await expect(page.locator('.order-invoice').getByText(email)).toBeVisible()
    for (const hidden of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('button'),
      page.getByText(TEXTS[language].order.timeline),
      page.getByText(orderPageTextsOf(language).refund.title),
      page.locator('.order-keys'),
    ]) {
      for (const one of await hidden.all()) await expect(one).toBeHidden()
    }
    const { transaction_hash: hash } = await shop.db
      .selectFrom('payments')
      .select('transaction_hash')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow()
    await expect(page.getByText(hash ?? '', { exact: true })).toBeVisible()
  })
}

test('the dialog downloads the server’s own file, which without the secret has no e-mail', async ({
  page,
  playwright,
  shop,
}) => {
  const input: OrderInput = { network: 'trc20', email: 'file@demo.example' }
  const payment = await order(page, input)
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 20)
  const dialog = await expectInvoice(page, input, payment)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download Full Invoice' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`invoice-${payment.id.slice(0, 8)}.txt`)
  const text = await textOf(download)
  expect(text).toContain('Customer e-mail: file@demo.example')
  expect(text).toContain('Edition: STANDARD EDITION')
  expect(text).toContain('Amount paid (USD): $63.99')
  expect(sumBelow(text).digest).toBe(sumBelow(text).counted)

  const visitor = await playwright.request.newContext({ baseURL: shop.url })
  const without = await visitor.get(`/order/${payment.id}/invoice.txt`)
  expect(without.status()).toBe(200)
  expect(await without.text()).not.toContain('demo.example')
  expect(sumBelow(await without.text()).digest).not.toBe(sumBelow(text).digest)
  expect((await visitor.get(`/order/${payment.id}/keys.txt`)).status()).toBe(403)
  const open = await quickOrder(page, { email: 'open@demo.example' })
  expect((await page.request.get(`/order/${open.id}/invoice.txt`)).status()).toBe(409)
  await visitor.dispose()
})

test('a browser that cannot compute a digest says so', async ({ page }) => {
  const payment = await quickPurchase(page, { email: 'no-subtle@demo.example' })
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })
    Reflect.deleteProperty(Crypto.prototype, 'subtle')
  })
  await page.goto(`/order/${payment.id}?lang=en`)
  await page.getByText('Check an invoice').click()
  await expect(page.getByText('This browser cannot compute a SHA-256 here')).toBeVisible()
  await expect(page.getByLabel('Invoice file (.txt)')).toHaveCount(0)
})
