import type { BrowserContext, Page } from '@playwright/test'
import type { RailState } from '#shared/api.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { order } from './buyer.ts'
import { fillOrder, orderIdIn, plainPageTexts, sendOrder, typeCode } from './plain-pages.ts'
import { expect, test } from './shop.ts'

// All buyers of a campus or a mobile carrier have one address. The limits are those of production.
const BUYERS = 30
const words = plainPageTexts('en')

test.use({ shopSettings: { KEYHOLD_LIMITS: '1' } })

test(`${String(BUYERS)} buyers behind one address order at once: none is refused, none is challenged twice`, async ({
  browser,
  shop,
  page,
}) => {
  // a form that is served earlier has no rail to choose
  await expect.poll(() => isRailOpen(page)).toBe(true)
  const contexts: BrowserContext[] = []
  // all but one use the form without script, which costs a browser a tenth of the dialog
  const fillOne = async (n: number): Promise<Page> => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    contexts.push(context)
    await context.route(/\.(css|woff2|webp|avif|svg|ico)(\?|$)/, (route) => route.abort())
    const form = await context.newPage()
    await form.goto('/order?lang=en&edition=standard&quantity=1')
    await fillOrder(form, words, {
      edition: 'standard',
      quantity: 1,
      network: 'trc20',
      email: `buyer${String(n)}@campus.example`,
      address: refundAddressOf('trc20'),
    })
    await typeCode(form, words)
    return form
  }
  const pages: Page[] = []
  while (pages.length < BUYERS - 1) {
    const some = Array.from(
      { length: Math.min(6, BUYERS - 1 - pages.length) },
      (_, n) => pages.length + n + 1,
    )
    pages.push(...(await Promise.all(some.map(fillOne))))
  }
  const [inDialog] = await Promise.all([
    order(page, { edition: 'standard', quantity: 1, network: 'trc20', email: 'dialog@campus.example' }),
    ...pages.map((form) => sendOrder(form, words)),
  ])
  for (const form of pages) await expect(form).toHaveURL(/\/order\/[0-9a-f-]{36}/)

  const ids = new Set([inDialog.id, ...pages.map(orderIdIn)])
  const payments = await shop.db.selectFrom('payments').select(['id', 'client_hash', 'status']).execute()
  expect(payments.filter(({ id, status }) => ids.has(id) && status === 'pending')).toHaveLength(BUYERS)
  expect(new Set(payments.map(({ client_hash: client }) => client)).size).toBe(1)
  // one picture for each of them, solved once
  const captchas = await shop.db.selectFrom('captchas').select(['tries', 'used_at']).execute()
  expect(captchas).toHaveLength(BUYERS)
  expect(captchas.every(({ tries, used_at: at }) => tries <= 1 && at !== null)).toBe(true)
  await Promise.all(contexts.map((context) => context.close()))
})

async function isRailOpen(page: Page): Promise<boolean> {
  const rails = (await (await page.request.get('/data/rails')).json()) as RailState[]
  return rails.some(({ network, available }) => network === 'trc20' && available)
}
