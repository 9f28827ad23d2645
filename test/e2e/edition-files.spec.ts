import { readFile } from 'node:fs/promises'
import { enMail } from '#texts/en/mail.ts'
import { arPlain } from '#texts/ar/plain.ts'
import { enPlain } from '#texts/en/plain.ts'
import { enSite } from '#texts/en/site.ts'
import { arSite } from '#texts/ar/site.ts'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { setAdminLanguage, signInAs } from './admin-fixture.ts'
import { expectInvoice, order } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { checkStep } from './check-step.ts'
import { expectDelivered } from './purchase.ts'
import { expectStatus, quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

test('the art book and the soundtrack of an edition are downloaded from the order page and by the mail', async ({
  page,
  shop,
  mailServer,
  pageErrors,
}) => {
  pageErrors.allow(404, /\/files\//)
  const input = { edition: 'supporter', network: 'trc20', email: 'files@demo.example' } as const
  const payment = await quickOrder(page, input)
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 40)
  await expectStatus(page, payment, 'confirmed')
  const { mail } = await expectDelivered({ shop, mailServer }, input, payment)
  await page.goto(`/order/${payment.id}?lang=ar`)
  await expect(page.getByRole('heading', { name: arSite.checkout.files.title })).toBeVisible()
  await checkStep(page, 'order-files-ar')
  await page.goto(`/order/${payment.id}?lang=en`)
  await expect(page.getByRole('heading', { name: enSite.checkout.files.title })).toBeVisible()
  await checkStep(page, 'order-files-en')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Digital art book' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('ashen-dominion-art-book.pdf')
  const saved = await readFile(await download.path())
  expect(saved.equals(await readFile('game/files/ashen-dominion-art-book.pdf'))).toBe(true)

  const text = (mail.text ?? '').replace(/\s+/g, ' ')
  expect(text).toContain(enMail.keys.files)
  const link = /\S+\/files\/\S+soundtrack\.wav\?link=\S+/.exec(mail.text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(link)
  const reply = await page.request.get(new URL(pathname + search, shop.url).href)
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'audio/wav'])

  for (const [language, texts] of [
    ['en', enPlain],
    ['ar', arPlain],
  ] as const) {
    await page.goto(`${pathname}?link=wrong&lang=${language}`)
    await expect(page.getByRole('status')).toHaveText(texts.notice.fileGone)
    await checkStep(page, `file-gone-${language}`)
  }
  await page.goto(`${pathname}?link=wrong`)
  await page.getByRole('link', { name: enPlain.order.code.submit }).click()
  await expect(page.getByRole('heading', { name: enSite.checkout.files.title })).toBeVisible()
})

test('the files of an edition are downloaded from the confirmed screen, beside its keys', async ({
  page,
  shop,
  mailServer,
}) => {
  const input = { edition: 'supporter', network: 'trc20', email: 'screen@demo.example' } as const
  const payment = await order(page, input)
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 40)
  const dialog = await expectInvoice(page, input, payment)
  await expect(dialog.getByRole('heading', { name: enSite.checkout.files.title })).toBeVisible()
  await expect(dialog.locator('.button:not(.button-quiet)'), 'the golden way leads to the keys').toHaveCount(
    1,
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Digital art book' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('ashen-dominion-art-book.pdf')
  await checkStep(page, 'confirmed-with-files')
  await expectDelivered({ shop, mailServer }, input, payment)

  // an edition without files asks for none
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/data/orders/')) asked.push(request.url())
  })
  const plain = { network: 'trc20', email: 'nofiles@demo.example' } as const
  const other = await order(page, plain)
  await pay(page, other)
  await mineBlocks(page, 'trc20', 40)
  await expectInvoice(page, plain, other)
  await expect(dialog.locator('.redeem')).toBeVisible()
  await expect(dialog.locator('.pay-files')).toHaveCount(0)
  expect(asked).toEqual([])

  await signInAs(page, shop, 'owner')
  await page.goto(`/admin#/orders/${payment.id}`)
  const words = enAdmin.orders
  const card = page.getByRole('region', { name: words.files.title })
  await expect(card.getByText('1 of 50 downloads')).toBeVisible()
  await card.getByRole('button', { name: words.fileActs.revoke }).click()
  await expect(card.getByText(words.files.revoked)).toBeVisible()
  await card.getByRole('button', { name: words.fileActs.restore }).click()
  await expect(card.getByText(words.files.works)).toBeVisible()
  await card.getByRole('button', { name: words.fileActs.renew }).click()
  await expect(card.getByText('1 of 50 downloads')).toHaveCount(0)
  await expect(card.getByText('0 of 50 downloads')).toHaveCount(2)
  await expectAccessible(page)

  for (const { language, texts } of [
    { language: 'en', texts: enAdmin },
    { language: 'ar', texts: arAdmin },
  ] as const) {
    await setAdminLanguage(page, language)
    await page.goto('/admin#/statistics')
    await page.reload()
    const table = page.getByRole('table', { name: texts.statistics.downloads })
    await expect(table.getByRole('row', { name: 'ashen-dominion-art-book.pdf' })).toBeVisible()
  }
})
