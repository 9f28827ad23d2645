import { refundAddressOf } from '#test/refund-addresses.ts'
import { plural } from '#texts/format.ts'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import {
  expectValidPage,
  fillOrder,
  orderIdIn,
  plainPageTexts,
  openWithoutScripts,
  sendOrder,
  typeCode,
  type PlainPageTexts,
} from './plain-pages.ts'
import { expect, test, type ServedShop } from './shop.ts'
import { VIEWS } from './views.ts'
import { readKeyRows } from '#test/insert-key.ts'

// The whole flow with scripts disabled in the browser: order, pay, check, order page, refund and mail.

interface Journey {
  readonly page: Page
  readonly words: PlainPageTexts
  readonly browser: Browser
  readonly email: string
}

for (const { language, widthPx } of VIEWS) {
  test(`without a script the whole flow works in ${language} at ${String(widthPx)} px`, async ({
    browser,
    shop,
  }) => {
    const words = plainPageTexts(language)
    const email = `plain-${language}-${String(widthPx)}@demo.example`
    const context = await openWithoutScripts(browser, shop.url, widthPx)
    const page = await context.newPage()
    const way: Journey = { page, words, browser, email }
    await orderTwoCopies(way)
    const id = await expectPaymentFacts(way)
    await payInTwoParts(way, id)
    await expectKeys(way, shop, id)
    await requestRefund(way, shop, id)
    await resendMail(way)
    await context.close()
  })
}

test('without a script the bar at the bottom has its links on one line, and the header its parts apart', async ({
  browser,
  shop,
}) => {
  const context = await openWithoutScripts(browser, shop.url, 1280)
  const page = await context.newPage()
  await page.goto('/?lang=en')
  const links = await page.locator('.announcement a.announcement-act').all()
  expect(links).toHaveLength(2)
  const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
  const select = await page.locator('.header .language select').boundingBox()
  const button = await page.locator('.header .language button').boundingBox()
  expect((button?.x ?? 0) - (select?.x ?? 0) - (select?.width ?? 0)).toBeGreaterThanOrEqual(8)
  const last = await links[1]!.boundingBox()
  expect(1280 - (last?.x ?? 0) - (last?.width ?? 0), 'as far from its end as from its beginning').toBe(24)
  const golden = page.locator('.header .button:not(.button-quiet)')
  await expect(golden, 'the way to order is the one golden button').toHaveCount(1)
  await context.close()
})

for (const view of VIEWS) {
  test(`without a script wallet and mailbox of the demo say what they need in ${view.language}`, async ({
    browser,
    shop,
  }) => {
    const { plain } = plainPageTexts(view.language)
    const context = await openWithoutScripts(browser, shop.url, view.widthPx)
    const page = await context.newPage()
    for (const path of ['/demo/wallet', '/demo/mail']) {
      await page.goto(`${path}?lang=${view.language}`)
      await expect(page.locator('noscript .shell-note')).toHaveText(plain.needsScript)
      await expectValidPage(page, browser)
    }
    await context.close()
  })
}

/** From the landing page's button to the order, with an error in every field on the way. */
async function orderTwoCopies({ page, words, browser, email }: Journey): Promise<void> {
  const { all, plain, language } = words
  await page.goto(`/?lang=${language}`)
  await page.locator('#quantity').fill('2')
  await page.locator('button[name=edition][value=supporter]').click()
  await expect(page).toHaveURL(/\/order\?/)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByRole('heading', { level: 1, name: plain.form.title })).toBeVisible()
  await expect(page.locator('#quantity')).toHaveValue('2')
  await expect(page.getByText(all.checkout.panel.simulation).first()).toBeVisible()
  await expectValidPage(page, browser)

  await page.locator('#quantity').fill('3')
  await page.getByRole('button', { name: plain.form.recalculate }).click()
  await expect(page.locator('.plain-total strong')).toHaveText(language === 'en' ? '$359.97' : /٣٥٩٫٩٧/)
  await page.locator('#quantity').fill('2')

  await sendOrder(page, words)
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveCount(3)
  await expect(page.locator('#userEmail')).toHaveAttribute('aria-invalid', 'true')
  await expectValidPage(page, browser)

  await fillOrder(page, words, {
    edition: 'supporter',
    quantity: 2,
    network: 'trc20',
    email,
    address: refundAddressOf('trc20'),
  })
  await expect(page.getByText(all.checkout.form.addressHint.trc20)).toBeVisible()
  await page.locator('#code').fill('XXXXXX')
  await sendOrder(page, words)
  await expect(page.locator('#code-fault')).toHaveText(all.checkout.captcha.failed)
  await expect(page.locator('#code')).toHaveValue('')
  await expect(page.locator('#userEmail')).toHaveValue(email)
  await typeCode(page, words)
  await sendOrder(page, words)
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}/)
}

async function expectPaymentFacts({ page, words, browser }: Journey): Promise<string> {
  const { all } = words
  await expect(page.getByRole('img', { name: all.checkout.panel.qr })).toBeVisible()
  await expect(page.getByText(all.checkout.status.pending).first()).toBeVisible()
  await expect(page.getByText('239.98 USDT').first()).toBeVisible()
  await expect(page.getByText(all.checkout.panel.simulationHint)).toBeVisible()
  await expectValidPage(page, browser)
  await page.getByRole('button', { name: all.checkout.verification.check }).click()
  await expect(page.getByRole('status')).toHaveText(all.checkout.verification.failed)
  return orderIdIn(page)
}

async function payInTwoParts({ page, words, browser }: Journey, id: string): Promise<void> {
  const { all, plain } = words
  const check = page.getByRole('button', { name: all.checkout.verification.check })
  await wallet(page, 'pay', { paymentId: id, amount: '100' })
  await expect(async () => {
    await check.click()
    await expect(page.getByText(all.checkout.status.partial).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByText(plain.order.done.checked)).toBeVisible()
  await expect(page.locator('.plain-amount')).toHaveText('139.98 USDT')
  await expectValidPage(page, browser)
  await wallet(page, 'pay', { paymentId: id })
  await wallet(page, 'mine', { network: 'trc20', blocks: 22 })
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(all.checkout.invoice.statusConfirmed, { exact: true })).toBeVisible({
      timeout: 2_000,
    })
    await expect(page.locator('.plain-keys')).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

async function wallet(page: Page, act: 'pay' | 'mine', data: object): Promise<void> {
  const reply = await page.request.post(`/demo/wallet/${act}`, { data })
  expect(reply.status()).toBe(200)
}

async function expectKeys(
  { page, words, browser, email }: Journey,
  { db }: ServedShop,
  id: string,
): Promise<void> {
  const stored = (await readKeyRows(db)).filter((row) => row.payment_id === id)
  expect(stored).toHaveLength(2)
  const first = page.getByText(stored[0]!.game_key)
  await expect(first).toBeHidden()
  await page.getByText(plural(words.language, words.all.order.show, 2), { exact: true }).click()
  for (const { game_key: key } of stored) await expect(page.getByText(key)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(email)
  await expect(page.getByRole('heading', { name: words.all.order.timeline })).toBeVisible()
  await expectValidPage(page, browser)
  const files = [plural(words.language, words.plain.order.keysFile, 2), words.all.checkout.invoice.download]
  for (const [place, name] of files.entries()) {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    const file = await page.request.get(href!)
    expect(file.status()).toBe(200)
    expect(await file.text()).toContain(place === 0 ? stored[0]!.game_key : id)
  }
}

async function requestRefund(
  { page, words, browser }: Journey,
  { db }: ServedShop,
  id: string,
): Promise<void> {
  const { refund, done } = words.plain.order
  const send = page.getByRole('button', { name: refund.submit })
  await page.getByRole('main').getByLabel(refund.copies, { exact: true }).fill('1')
  await page.getByRole('main').getByLabel(refund.reason, { exact: true }).fill('<b>No time</b>')
  await send.click()
  await expect(page.locator('#sure-fault')).toHaveText(refund.acceptInvalidKeysFault)
  await expect(page.getByRole('main').getByLabel(refund.reason, { exact: true })).toHaveValue(
    '<b>No time</b>',
  )
  await expectValidPage(page, browser)
  await page.getByRole('main').getByLabel(refund.acceptInvalidKeys, { exact: true }).check()
  await send.click()
  await expect(page.getByText(done.asked)).toBeVisible()
  await expect(page.getByText(refund.states.asked)).toBeVisible()
  await expectValidPage(page, browser)
  const refunds = await db.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute()
  expect(refunds).toMatchObject([
    { quantity: 1, reason: '<b>No time</b>', address: refundAddressOf('trc20') },
  ])
}

async function resendMail({ page, words }: Journey): Promise<void> {
  const { mail, done } = words.plain.order
  await page.getByRole('button', { name: mail.submit }).click()
  await expect(page.getByText(done.sent)).toBeVisible()
  await page.getByRole('button', { name: mail.submit }).click()
  await expect(page.getByText(done.soon)).toBeVisible()
}

test('without a script another browser sees only the figures; an unknown order is a 404', async ({
  browser,
  shop,
}) => {
  const words = plainPageTexts('en')
  const email = 'plain-stranger@demo.example'
  const own = await openWithoutScripts(browser, shop.url, 390)
  const page = await own.newPage()
  await orderTwoCopies({ page, words, browser, email })
  const id = orderIdIn(page)
  const visitor = await openWithoutScripts(browser, shop.url, 390)
  const seen = await openAs(visitor, `/order/${id}`)
  await expect(seen.getByText('239.98 USDT').first()).toBeVisible()
  expect(await seen.content()).not.toContain(email)
  expect(await seen.content()).not.toContain(refundAddressOf('trc20'))
  await expectValidPage(seen, browser)
  const missing = await seen.goto('/order/00000000-0000-4000-8000-000000000000')
  expect(missing?.status()).toBe(404)
  await expect(seen.getByText(words.all.order.missing)).toBeVisible()
  await expectValidPage(seen, browser)
  await own.close()
  await visitor.close()
})

async function openAs(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('with scripts the order is shown at once, and the script takes over without a layout shift', async ({
  page,
  browser,
  shop,
}) => {
  const words = plainPageTexts('en')
  const context = await openWithoutScripts(browser, shop.url, 1280)
  const plain = await context.newPage()
  await orderTwoCopies({ page: plain, words, browser, email: 'plain-script@demo.example' })
  const path = new URL(plain.url()).pathname
  await context.close()
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  await expect(page.getByRole('button', { name: words.all.order.continuePayment })).toBeVisible()
  await expect(page.locator('.plain-order')).toHaveCount(0)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.1)
})
