import type { Page } from '@playwright/test'
import { enAdmin } from '#texts/en/admin.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { signInAs } from './admin-fixture.ts'
import { createPayment, expectInvoice, fact, fillForm, passCaptcha, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { gameWith } from './edition-game.ts'
import { newCode } from '#test/new-code.ts'
import { startHostServer, type HostServer } from './host-server.ts'
import {
  expectValidPage,
  openWithoutScripts,
  orderIdIn,
  plainPageTexts,
  sendOrder,
  typeCode,
} from './plain-pages.ts'
import { expectDelivered } from './purchase.ts'
import { CAPTCHA_CODE, expect, test as base } from './shop.ts'
import { expectAccessible } from './views.ts'

const VOYAGE = { id: 'voyage', name: 'The Voyage', priceCents: 24_50, prices: { GBP: 21_00, JPY: 4_000 } }
const CREW = { id: 'crew', name: 'The Crew', priceCents: 90_00, prices: { GBP: 80_00, JPY: 15_000 } }

/** A shop in euros that also has prices in pounds and yen. */
const test = base.extend<object, { host: HostServer }>({
  host: [
    async ({}, use) => {
      const server = await startHostServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  shopSettings: [
    async ({ host }, use) => {
      await use({
        KEYHOLD_GAME: gameWith([VOYAGE, CREW], 'EUR'),
        KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1,EUR=1.25,GBP=1.25,JPY=0.0067',
        KEYHOLD_EMBED_ORIGINS: host.origin,
      })
    },
    { scope: 'worker' },
  ],
})

const totals = (page: Page) => page.locator('.edition-total')
const choice = (page: Page) => page.getByRole('navigation', { name: 'Currency', exact: true })

test('prices in pounds are chosen by a link, kept, ordered, paid and written into invoice and mail', async ({
  page,
  shop,
  mailServer,
}) => {
  await page.goto('/?lang=en')
  await expect(totals(page)).toHaveText(['€24.50', '€90.00'])
  await expect(choice(page).locator('[aria-current]')).toContainText('EUR')
  await choice(page).getByRole('link', { name: 'GBP' }).click()
  await expect(totals(page)).toHaveText(['£21.00', '£80.00'])
  await expect(page).toHaveURL(/\?lang=en&currency=GBP#pre-order$/)
  // as the language is kept
  await page.goto('/')
  await expect(totals(page)).toHaveText(['£21.00', '£80.00'])
  await expect(choice(page).locator('[aria-current]')).toContainText('GBP')

  const input: OrderInput = {
    edition: VOYAGE.id,
    editionName: VOYAGE.name,
    network: 'trc20',
    email: 'pounds@buyer.example',
  }
  await page.getByRole('article', { name: VOYAGE.name }).getByRole('button', { name: 'Order Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('The Voyage: £21.00')
  await fillForm(page, input)
  await passCaptcha(page, input)
  const payment = await createPayment(page, input)
  // 21 pounds at 1.25 dollars
  expect(payment.amount).toBe('26.25')
  await pay(page, payment)
  await mineBlocks(page, input.network, 20)
  await expectInvoice(page, input, payment)
  await expectDelivered({ shop, mailServer }, input, payment)
  expect(mailServer.mailsTo(input.email)[0]?.text).toContain('21.00 GBP')
  await page.goto(`/order/${payment.id}`)
  await expect(fact(page.getByRole('main'), 'Amount paid (GBP)')).toHaveText('£21.00')
  const row = await page.request.get(`/data/payments/${payment.id}`)
  expect(await row.json()).toMatchObject({ currency: 'GBP', price: 21, price_usd: 26.25 })

  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/statistics')
  const currencies = page.getByRole('combobox', { name: 'Currency' })
  await expect(currencies.locator('option')).toHaveText(['EUR · Euro', 'GBP · British Pound'])
  await currencies.selectOption('GBP')
  await expect(page.getByText('£21.00').first()).toBeVisible()
  await page.goto('/admin#/game')
  const pounds = page.getByLabel('Price of a copy, in GBP')
  await expect(pounds.first()).toHaveValue('21.00')
  await pounds.last().fill('75.50')
  const changes = page.getByRole('region', { name: enAdmin.game.changes })
  await expect(changes.locator('del')).toContainText('£80.00')
  await expect(changes.locator('ins')).toContainText('£75.50')
  await changes.getByRole('button', { name: enAdmin.game.save }).click()
  await expect(page.getByText(enAdmin.game.saved)).toBeVisible()
  await page.goto('/?lang=en')
  await expect(totals(page)).toHaveText(['£21.00', '£75.50'])
})

test('without a script pounds are chosen, kept and ordered', async ({ browser, shop, mailServer }) => {
  const words = plainPageTexts('en')
  const context = await openWithoutScripts(browser, shop.url, 390)
  const page = await context.newPage()
  await page.goto('/?lang=en')
  await choice(page).getByRole('link', { name: 'JPY' }).click()
  await expect(totals(page)).toHaveText(['¥4,000', '¥15,000'])
  await page.locator('button[name=edition][value=voyage]').click()
  await expect(page).toHaveURL(/currency=JPY/)
  await expect(page.locator('.plain-total strong')).toHaveText('¥4,000')
  await choice(page).getByRole('link', { name: 'GBP' }).click()
  await expect(page.locator('.plain-total strong')).toHaveText('£21.00')
  await expectValidPage(page, browser)
  await page.locator('input[name=network][value=trc20]').check()
  await page.locator('#userEmail').fill('plain@buyer.example')
  await page.locator('#walletAddress').fill(refundAddressOf('trc20'))
  await typeCode(page, words)
  await sendOrder(page, words)
  const id = orderIdIn(page)
  const row = await page.request.get(`/data/payments/${id}`)
  expect(await row.json()).toMatchObject({ currency: 'GBP', price: 21 })
  await expect.poll(() => mailServer.mailsTo('plain@buyer.example')).toHaveLength(1)
  expect(mailServer.mailsTo('plain@buyer.example')[0]?.text).toContain('21.00 GBP')
  await page.goto('/')
  await expect(totals(page).first()).toHaveText('£21.00')
  await context.close()
})

test('neither browser nor an unknown currency chooses one, and search engines find all', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const page = await context.newPage()
  for (const path of ['/?lang=en', '/?lang=en&currency=USD', '/?lang=en&currency=gbp']) {
    await page.goto(path)
    await expect(totals(page).first()).toHaveText('€24.50')
  }
  expect(await context.cookies()).toEqual([])
  await page.goto('/?lang=en&currency=JPY')
  const offers = await page.locator('script[type="application/ld+json"]').first().textContent()
  for (const currency of ['EUR', 'GBP', 'JPY']) expect(offers).toContain(`"priceCurrency":"${currency}"`)
  expect(await (await page.request.get('/legal/terms?lang=en')).text()).toContain('€24.50 / £21.00 / ¥4,000')
  const canonical = page.locator('link[rel=canonical]')
  for (const link of await canonical.all()) expect(await link.getAttribute('href')).not.toContain('currency')
  await context.close()
})

for (const { language, widthPx } of [
  { language: 'en', widthPx: 390 },
  { language: 'en', widthPx: 1280 },
  { language: 'ar', widthPx: 390 },
  { language: 'ar', widthPx: 1280 },
])
  test(`the choice fits in ${language} at ${String(widthPx)} px`, async ({ page }) => {
    await page.setViewportSize({ width: widthPx, height: 900 })
    await page.goto(`/?lang=${language}&currency=GBP`)
    await page.locator('.currencies').scrollIntoViewIfNeeded()
    const { width, scrolled } = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement
      return { width: clientWidth, scrolled: scrollWidth }
    })
    expect(scrolled).toBeLessThanOrEqual(width)
    await expectAccessible(page, '.pre-order')
  })

test('in a frame of another site the currency is chosen without a cookie', async ({
  page,
  shop,
  host,
  pageErrors,
}) => {
  host.lead(shop.url)
  await page.goto(
    `${shop.url}/embed?origin=${encodeURIComponent(host.origin)}&edition=voyage&quantity=2&lang=en`,
  )
  // opened by itself, it leads to the order form of the shop
  await expect(page).toHaveURL(/\/order\?edition=voyage&quantity=2&currency=EUR/)
  await page.goto(host.origin)
  await page.getByRole('link', { name: 'Buy the Supporter Edition' }).evaluate((link: HTMLAnchorElement) => {
    link.href = link.href.replace('supporter', 'voyage')
  })
  await page.getByRole('link', { name: 'Buy the Supporter Edition' }).click()
  const frame = page.frameLocator('dialog iframe')
  await expect(frame.getByRole('heading', { level: 2 })).toHaveText('The Voyage: €24.50')
  await frame.getByRole('link', { name: 'GBP' }).click()
  await expect(frame.getByRole('heading', { level: 2 })).toHaveText('The Voyage: £21.00')
  // the captcha pass that the frame keeps serves for the code
  pageErrors.allow(409, /\/functions\/preview-discount/)
  await newCode(shop.db, 'TENTH', { percent: 10 })
  await newCode(shop.db, 'FIVEUSD', { percent: null, amountCents: 5_00 })
  await frame.getByText('I have a code').click()
  await frame.getByLabel('Characters in the picture').fill(CAPTCHA_CODE)
  await expect(frame.getByText('Security verification passed')).toBeVisible()
  const code = frame.getByLabel('Discount code')
  await code.fill('FIVEUSD')
  await frame.getByRole('button', { name: 'Apply' }).click()
  await expect(code).toHaveAccessibleDescription(/prices in another currency/)
  await code.fill('tenth')
  await frame.getByRole('button', { name: 'Apply' }).click()
  await expect(frame.getByText('−£2.10 · you pay £18.90')).toBeVisible()
})
