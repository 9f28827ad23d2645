import { refundAddressOf } from '#test/refund-addresses.ts'
import {
  expectValidPage,
  fillOrder,
  orderIdIn,
  plainPageTexts,
  openWithoutScripts,
  sendOrder,
  typeCode,
} from './plain-pages.ts'
import { expect, test } from './shop.ts'
import { VIEWS } from './views.ts'

for (const { language, widthPx } of VIEWS) {
  test(`a lost order is recovered in ${language} at ${String(widthPx)} px, without a script`, async ({
    browser,
    shop,
    mailServer,
  }) => {
    const words = plainPageTexts(language)
    const { recover } = words.plain
    const email = `lost-${language}-${String(widthPx)}@demo.example`
    const context = await openWithoutScripts(browser, shop.url, widthPx)
    const page = await context.newPage()
    await page.goto(`/order?lang=${language}`)
    await fillOrder(page, words, {
      edition: 'standard',
      quantity: 1,
      network: 'bitcoin',
      email,
      address: refundAddressOf('bitcoin'),
    })
    await typeCode(page, words)
    await sendOrder(page, words)
    await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}/)
    const id = orderIdIn(page)

    // this browser needs no mail: its order is listed, and links directly to its refund
    await page.goto(`/recover?lang=${language}`)
    await expectValidPage(page, browser)
    await page.getByRole('link', { name: /× /u }).click()
    expect(orderIdIn(page)).toBe(id)
    await page.goto(`/recover?for=refund&lang=${language}`)
    await expect(page).toHaveURL(new RegExp(`/order/${id}\\?lang=${language}#refund$`))
    await context.close()

    const elsewhere = await openWithoutScripts(browser, shop.url, widthPx)
    const otherPage = await elsewhere.newPage()
    await otherPage.goto(`/recover?lang=${language}`)
    await expect(otherPage.getByText(recover.own)).toHaveCount(0)
    await otherPage.getByRole('button', { name: recover.submit }).click()
    await expect(otherPage.getByRole('alert').getByRole('link')).toHaveCount(2)
    await expectValidPage(otherPage, browser)
    for (const paymentId of ['00000000-0000-4000-8000-000000000000', id]) {
      await otherPage
        .getByRole('main')
        .getByLabel(words.all.checkout.form.email, { exact: true })
        .fill(email.toUpperCase())
      await otherPage
        .getByRole('main')
        .getByLabel(words.all.checkout.verification.invoiceId, { exact: true })
        .fill(` ${paymentId} `)
      await otherPage.getByRole('button', { name: recover.submit }).click()
      await expect(otherPage.getByText(recover.sent)).toBeVisible()
    }
    await expectValidPage(otherPage, browser)

    // one of the two requests was valid: one mail is sent
    const sentAt = async () =>
      (
        await shop.db
          .selectFrom('mails')
          .select('sent_at')
          .where('template', '=', 'recover')
          .where('payment_id', '=', id)
          .execute()
      ).map((mail) => mail.sent_at !== null)
    await expect.poll(sentAt).toEqual([true])
    const text = mailServer.mailsTo(email).at(-1)?.text ?? ''
    const link = /https?:\/\/\S+\/order\/\S+#key=\S+/.exec(text)?.[0] ?? ''
    expect(link).toContain(`/order/${id}#key=`)
    // the language is the reader's, and this browser has chosen none
    await otherPage.goto(link.replace('#', `?lang=${language}#`))
    // without scripts what is behind # stays in the browser: the mail names a code to type
    const { code, done } = words.plain.order
    const typed = otherPage.getByLabel(code.label)
    await typed.fill('AAAAA-22222')
    await otherPage.getByRole('button', { name: code.submit }).click()
    await expect(otherPage.getByText(done.mistyped)).toBeVisible()
    await expectValidPage(otherPage, browser)
    await typed.fill((/^[2-9A-Z]{5}-[2-9A-Z]{5}$/m.exec(text)?.[0] ?? '').toLowerCase())
    await otherPage.getByRole('button', { name: code.submit }).click()
    expect(orderIdIn(otherPage)).toBe(id)
    expect(otherPage.url()).not.toContain('key=')
    await expect(otherPage.getByRole('main')).toContainText(email)
    await elsewhere.close()
  })
}

test('with scripts the page is the same form, and the announced refund is two clicks away', async ({
  page,
  shop,
}) => {
  const words = plainPageTexts('en')
  await page.goto('/recover?for=refund&lang=en')
  await expect(page.getByRole('heading', { level: 1, name: words.plain.recover.refundTitle })).toBeVisible()
  await page
    .getByRole('main')
    .getByLabel(words.all.checkout.form.email, { exact: true })
    .fill('nobody@demo.example')
  await page
    .getByLabel(words.all.checkout.verification.invoiceId)
    .fill('00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: words.plain.recover.submit }).click()
  await expect(page.getByText(words.plain.recover.sent)).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/recover?for=refund&done=sent&lang=en#done`)
  await page.goto('/?lang=en')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find your order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: words.plain.recover.title })).toBeVisible()
})
