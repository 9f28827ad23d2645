import { orderPageTextsOf } from '#texts/rendered-texts.ts'
import { order, expectInvoice, type OrderInput } from './buyer.ts'
import { plural } from '#texts/format.ts'
import { arSite } from '#texts/ar/site.ts'
import { enSite } from '#texts/en/site.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { checkStep } from './check-step.ts'
import { expectDelivered } from './purchase.ts'
import { expectStatus, keysOf, quickOrder, quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'

const TEXTS = { en: enSite, ar: arSite }

test('the mailed link shows order and keys in another browser, masked until revealed; without it no keys', async ({
  page,
  shop,
  mailServer,
  pageErrors,
  openPage,
}) => {
  const input: OrderInput = { quantity: 2, network: 'bep20', email: 'link@demo.example' }
  const payment = await order(page, input)
  await pay(page, payment)
  await mineBlocks(page, 'bep20', 4)
  await expectInvoice(page, input, payment)
  const { keys, link } = await expectDelivered({ shop, mailServer }, input, payment)

  pageErrors.allow(403, /\/data\/orders\//)
  const visitor = await openPage()
  // the link is followed while the page is still loading
  const followed = Promise.withResolvers<undefined>()
  await visitor.route('**/assets/order-page-*.js', async (route) => {
    await followed.promise
    await route.continue()
  })
  const loading = visitor.waitForRequest('**/assets/order-page-*.js')
  await visitor.goto(`/order/${payment.id}`)
  await loading
  await expect(visitor.getByText('Payment Confirmed').first()).toBeVisible()
  await expect(visitor.getByText('open the link in the mail we sent you')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Show keys' })).toHaveCount(0)
  const withoutLink = await visitor.content()
  for (const secret of [...keys, input.email, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'])
    expect(withoutLink).not.toContain(secret)

  await visitor.goto(link)
  followed.resolve(undefined)
  await expect(visitor).toHaveURL(`${shop.url}/order/${payment.id}`)
  const shown = visitor.getByRole('region', { name: 'Your game keys' })
  await expect(shown.getByRole('listitem')).toHaveCount(2)
  for (const key of keys) await expect(shown).not.toContainText(key)
  await shown.getByRole('button', { name: 'Show keys' }).click()
  for (const key of keys) await expect(shown).toContainText(key)
  await shown.getByRole('button', { name: 'Hide keys' }).click()
  for (const key of keys) await expect(shown).not.toContainText(key)
  await expect(visitor.getByText(input.email).first()).toBeVisible()

  // the browser that ordered needs no link
  await page.getByRole('link', { name: 'Show my key' }).click()
  await page.getByRole('button', { name: 'Show keys' }).click()
  for (const key of keys) await expect(page.getByText(key)).toBeVisible()

  // the demo keeps a copy of every sent mail
  await page.goto('/demo/mail?lang=en')
  const copy = page.getByRole('group').filter({ hasText: input.email }).filter({ hasText: 'Your keys' })
  // a mail that is folded away is not loaded, and another one may be newer
  await copy.evaluate((mail: HTMLDetailsElement) => {
    mail.open = true
  })
  for (const key of keys) await expect(copy.frameLocator('iframe').getByText(key)).toBeVisible()
  await copy.locator('a[href*="/order/"]').first().click()
  await expect(page).toHaveURL(`${shop.url}/order/${payment.id}`)
})

test('an unknown order says so, and leads to the orders of an e-mail address', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(404, /\/(data\/orders|order)\//)
  await page.goto('/order/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('There is no order at this address.')).toBeVisible()
  await page.getByRole('link', { name: 'Have the link sent again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your order' })).toBeVisible()
})

for (const language of ['en', 'ar'] as const) {
  test(`in ${language} a partial payment is completed from the order page alone`, async ({ page }) => {
    const { checkout } = TEXTS[language]
    const words = orderPageTextsOf(language)
    const payment = await quickOrder(page, {
      language,
      edition: 'supporter',
      network: 'erc20',
      email: `short-${language}@demo.example`,
    })
    await pay(page, payment, { amount: '50' })
    await mineBlocks(page, 'erc20', 2)
    await expectStatus(page, payment, 'partial')
    await page.goto(`/order/${payment.id}?lang=${language}`)
    const rest = page.getByRole('region', { name: words.topUp.title })
    await expect(rest.getByText('69.99 USDT')).toHaveCSS('direction', 'ltr')
    await expect(rest.getByRole('img', { name: checkout.panel.qr })).toBeVisible()
    await expect(rest.getByText(payment.address)).toBeVisible()
    await expect(rest.getByRole('button', { name: checkout.panel.copyAddress })).toBeVisible()
    await expect(rest.getByText(checkout.panel.simulation).first()).toBeVisible()
    await expect(rest.getByRole('time')).toHaveCount(1)
    await checkStep(page, `order-short-${language}`)

    await pay(page, payment)
    await expect(page.getByText(checkout.status.detected).first()).toBeVisible()
    await expect(page.getByRole('progressbar').first()).toBeVisible()
    await checkStep(page, `order-detected-${language}`)
    await mineBlocks(page, 'erc20', 15)
    await expect(page.getByText(checkout.status.confirmed).first()).toBeVisible()
    await expect(
      page.getByRole('region', { name: plural(language, TEXTS[language].order.keys, 1) }),
    ).toBeVisible()
    const history = page.getByRole('region', { name: TEXTS[language].order.timeline })
    await expect(history.getByText('50 USDT')).toBeVisible()
    await expect(history.getByText('69.99 USDT')).toBeVisible()
    await expect(history.getByText(words.event.partial)).toBeVisible()
  })

  test(`in ${language} keys are downloaded as a file, and the mail is sent again after a pause`, async ({
    page,
    shop,
    mailServer,
  }) => {
    const { order } = TEXTS[language]
    const words = orderPageTextsOf(language)
    const email = `again-${language}@demo.example`
    const payment = await quickPurchase(page, { language, quantity: 2, email })
    const keys = await keysOf(page, payment)
    await page.goto(`/order/${payment.id}?lang=${language}`)
    const region = page.getByRole('region', { name: plural(language, order.keys, 2) })
    const downloading = page.waitForEvent('download')
    await region.getByRole('button', { name: plural(language, words.keys.download, 2) }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`keys-${payment.id.slice(0, 8)}.txt`)
    const file = await (await download.createReadStream()).toArray()
    for (const key of keys) expect(Buffer.concat(file as Buffer[]).toString()).toContain(key)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url })
    await region.getByRole('button', { name: words.keys.copyAll }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys.join('\n'))

    const keyMails = () => mailServer.mailsTo(email).filter(({ text }) => text?.includes(keys[0] ?? '?'))
    await expect.poll(keyMails).toHaveLength(1)
    const mail = page.getByRole('region', { name: words.resend.title, exact: true })
    const button = mail.getByRole('button', { name: words.resend.button })
    await button.click()
    await expect(mail.getByText(words.resend.done)).toBeVisible()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(keyMails).toHaveLength(2)
    await checkStep(page, `order-confirmed-${language}`)
  })

  test(`in ${language} a browser without the link sees how to get it`, async ({
    page,
    pageErrors,
    openPage,
  }) => {
    const payment = await quickPurchase(page, { language, email: `closed-${language}@demo.example` })
    pageErrors.allow(403, /\/data\/orders\//)
    const visitor = await openPage()
    await visitor.goto(`/order/${payment.id}?lang=${language}#refund`)
    await expect(visitor.getByText(TEXTS[language].order.keysClosed)).toBeVisible()
    const recover = visitor.getByRole('link', { name: orderPageTextsOf(language).closed.recover })
    await expect(recover).toHaveAttribute('href', `/recover?lang=${language}`)
    await expect(visitor.getByRole('region', { name: TEXTS[language].order.timeline })).toHaveCount(0)
    expect(await visitor.content()).not.toContain('demo.example')
    await checkStep(visitor, `order-closed-${language}`)
  })
}

test('neither id nor secret leaks by URL, referrer or search engine', async ({ page, shop, mailServer }) => {
  const input: OrderInput = { network: 'trc20', email: 'private@demo.example' }
  const payment = await quickPurchase(page, { email: input.email })
  const { link } = await expectDelivered({ shop, mailServer }, input, payment)
  const secret = new URL(link).hash.slice('#key='.length)
  expect(secret).toMatch(/^[\w-]{32}$/)
  const requests: string[] = []
  const referrers: string[] = []
  page.on('request', (request) => {
    if (request.url() !== link) requests.push(request.url())
    referrers.push(request.headers()['referer'] ?? '')
  })
  const frames: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(String(payload)))
  })
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Show key', exact: true })).toBeVisible()
  await expect.poll(() => frames.join('\n')).toContain(`payment:${payment.id}`)
  expect(page.url()).toBe(`${shop.url}/order/${payment.id}`)
  expect(await page.evaluate(() => document.referrer)).toBe('')
  expect([...requests, ...frames].filter((one) => one.includes(secret))).toEqual([])
  expect(referrers.filter((one) => one.includes(payment.id) || one.includes(secret))).toEqual([])
  expect(await page.content()).not.toContain(secret)
  const headers = (await page.request.get(`/order/${payment.id}`)).headers()
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  expect(headers['x-robots-tag']).toContain('noindex')
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).not.toContain(payment.id)
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).not.toContain('/order/')
})
