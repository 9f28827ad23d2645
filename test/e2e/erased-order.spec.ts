import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createLog } from '#server/runtime/log.ts'
import { eraseUnpaid } from '#server/privacy/erase-unpaid.ts'
import { orderPageTextsOf } from '#texts/rendered-texts.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { findViolations } from './find-violations.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import type { ShownPayment } from './buyer.ts'
import { CAPTCHA_CODE, expect, test, type ServedShop } from './shop.ts'

const EMAIL = 'forgotten@demo.example'
const DAY_MS = 24 * 3600_000

/** Creates an order with this browser's own calls; its cookie stays in the browser. */
async function makeOrder(page: Page): Promise<ShownPayment> {
  const captcha = (await (await page.request.post('/functions/captcha', { data: {} })).json()) as {
    id: string
  }
  await page.request.post('/functions/captcha/check', { data: { id: captcha.id, code: CAPTCHA_CODE } })
  const reply = await page.request.post('/functions/create-crypto-payment', {
    data: {
      userEmail: EMAIL,
      steamId: EMAIL,
      walletAddress: refundAddressOf('erc20'),
      edition: 'standard',
      cryptoType: 'usdt',
      cryptoNetwork: 'erc20',
      totalPrice: 63.99,
      quantity: 1,
    },
  })
  const { payment } = (await reply.json()) as {
    payment: { id: string; paymentAddress: string; cryptoAmount: string }
  }
  return { id: payment.id, address: payment.paymentAddress, amount: payment.cryptoAmount }
}

/** Ages an order by 31 days, and runs the hourly erasure. */
async function eraseOrder({ db }: ServedShop, id: string): Promise<void> {
  const madeAt = new Date(Date.now() - 31 * DAY_MS)
  const past = { created_at: madeAt, expires_at: new Date(madeAt.getTime() + 900_000), status: 'expired' }
  await db.updateTable('payments').set(past).where('id', '=', id).execute()
  // an order whose mail is being sent is left to the next run
  const erase = () => eraseUnpaid(db, new Date(), { log: createLog({ level: 'silent' }) })
  await expect.poll(erase).toBe(1)
}

async function withoutScript(browser: Browser, from: BrowserContext, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  await context.addCookies(await from.cookies())
  return context.newPage()
}

for (const language of ['en', 'ar'] as const) {
  test(`in ${language} the page of an erased order says so, and has no e-mail and no mail button`, async ({
    page,
    context,
    browser,
    baseURL,
    shop,
  }) => {
    const { id } = await makeOrder(page)
    const url = `/order/${id}?lang=${language}`
    const notice = orderPageTextsOf(language).erased
    await page.goto(url)
    await expect(page.getByText(EMAIL).first()).toBeVisible()
    await expect(page.getByText(notice)).toHaveCount(0)
    await eraseOrder(shop, id)
    for (const reader of [page, await withoutScript(browser, context, baseURL)]) {
      for (const width of [390, 1280]) {
        await reader.setViewportSize({ width, height: 800 })
        await reader.goto(url)
        await expect(reader.getByText(notice)).toBeVisible()
        await expect(reader.getByText(EMAIL)).toHaveCount(0)
        await expect(reader.getByText(orderPageTextsOf(language).late.over)).toHaveCount(0)
        await expect(
          reader.getByRole('button', { name: orderPageTextsOf(language).resend.button }),
        ).toHaveCount(0)
        const beyond = await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([width, beyond]).toEqual([width, 0])
        // axe is a script itself
        if (reader !== page) continue
        // the support buttons are on every page and have their own tests
        expect(await findViolations(reader), `${String(width)} px`).toEqual([])
      }
    }
  })
}

test('money for an erased order is detected and waits for staff; no mail is sent', async ({
  page,
  shop,
  mailServer,
}) => {
  const payment = await makeOrder(page)
  await expect.poll(() => mailServer.mailsTo(EMAIL).length).toBeGreaterThan(0)
  await eraseOrder(shop, payment.id)
  const mailed = mailServer.mailsTo(EMAIL).length
  await pay(page, payment)
  await mineBlocks(page, 'erc20', 40)
  await expect
    .poll(async () => (await (await page.request.get(`/data/payments/${payment.id}`)).json()) as object)
    .toMatchObject({ status: 'review', flags: ['late'] })
  await page.goto(`/order/${payment.id}`)
  await expect(page.getByText(orderPageTextsOf('en').erased)).toBeVisible()
  const mails = await shop.db
    .selectFrom('mails')
    .select(['sent_at', 'recipient'])
    .where('payment_id', '=', payment.id)
    .execute()
  expect(mails.filter((mail) => mail.recipient !== '' || mail.sent_at === null)).toEqual([])
  expect(mailServer.mailsTo(EMAIL)).toHaveLength(mailed)
})
