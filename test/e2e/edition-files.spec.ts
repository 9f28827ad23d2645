import { readFile } from 'node:fs/promises'
import { enMail } from '#texts/en/mail.ts'
import { arPlain } from '#texts/ar/plain.ts'
import { enPlain } from '#texts/en/plain.ts'
import { enSite } from '#texts/en/site.ts'
import { arSite } from '#texts/ar/site.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { checkStep } from './check-step.ts'
import { expectDelivered } from './purchase.ts'
import { expectStatus, quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'

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
  await expect(page.getByRole('heading', { name: arSite.order.files.title })).toBeVisible()
  await checkStep(page, 'order-files-ar')
  await page.goto(`/order/${payment.id}?lang=en`)
  await expect(page.getByRole('heading', { name: enSite.order.files.title })).toBeVisible()
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
  await expect(page.getByRole('heading', { name: enSite.order.files.title })).toBeVisible()
})
