import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page } from '@playwright/test'
import { mineBlocks } from './demo-wallet.ts'
import { findViolations } from './find-violations.ts'
import { startHostServer, type HostServer } from './host-server.ts'
import { CAPTCHA_CODE, expect, test as base } from './shop.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { expectAccessible, openIn, VIEWS } from './views.ts'
import { WORDS } from './words.ts'

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
      await use({ KEYHOLD_EMBED_ORIGINS: host.origin })
    },
    { scope: 'worker' },
  ],
  // a browser that keeps no cookie of a frame of another site
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout'],
      })
    },
    { scope: 'worker' },
  ],
})

const BUY = 'Buy the Supporter Edition'

async function openDialog(page: Page, host: HostServer): Promise<FrameLocator> {
  await page.goto(host.origin)
  await page.getByRole('link', { name: BUY }).click()
  await expect(page.getByRole('dialog', { name: BUY })).toBeVisible()
  const frame = page.frameLocator('dialog iframe')
  await expect(frame.getByRole('dialog')).toBeVisible()
  return frame
}

async function order(frame: FrameLocator): Promise<void> {
  const { checkout } = siteTextsOf('en')
  await frame.getByRole('radio', { name: /^Bitcoin/ }).check()
  await frame.getByLabel('E-mail address').fill('framed@buyer.example')
  await frame.getByLabel('Refund wallet address').fill(refundAddressOf('bitcoin'))
  await frame.getByLabel(WORDS.en.captcha).fill(CAPTCHA_CODE)
  await expect(frame.getByText(WORDS.en.captchaPassed)).toBeVisible()
  await frame.getByRole('button', { name: 'Create Payment' }).click()
  await expect(frame.getByRole('heading', { name: checkout.panel.title })).toBeVisible()
}

test('a copy is bought in the dialog of another site, without a cookie', async ({ page, shop, host }) => {
  host.lead(shop.url)
  const { checkout } = siteTextsOf('en')
  const frame = await openDialog(page, host)
  await order(frame)
  const state = page.locator('#state')
  await expect(state).toHaveText(/^Ordered: [0-9a-f-]{36}$/)
  expect(await page.context().cookies(shop.url)).toEqual([])

  // closed and opened again, the payment is still there, and the focus was on the link
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: BUY })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('heading', { name: siteTextsOf('en').checkout.panel.title })).toBeVisible()

  // the page of the order opens in a tab of its own, with the secret behind #
  const [orderTab] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Open your order page' }).click(),
  ])
  await expect(orderTab.getByText('framed@buyer.example').first()).toBeVisible()
  expect(orderTab.url()).not.toContain('#key')
  await orderTab.close()

  const [wallet] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Pay with the demo wallet' }).click(),
  ])
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(wallet.getByText(/^Sent: /)).toBeVisible()
  await mineBlocks(wallet, 'bitcoin', 2)
  await wallet.close()
  await expect(state).toHaveText('Paid and confirmed. Your keys are in the mail.')
  await expect(frame.getByText('Your key was sent to framed@buyer.example.')).toBeVisible()
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    frame.getByRole('button', { name: checkout.invoice.download }).click(),
  ])
  expect(invoice.suggestedFilename()).toMatch(/\.txt$/)
  expect(await readFile(await invoice.path(), 'utf8')).toContain('framed@buyer.example')
  await frame.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an origin that is not on the list is refused by the shop and by the browser', async ({
  page,
  shop,
  host,
  pageErrors,
}) => {
  host.lead(shop.url)
  pageErrors.allow(403, /\/embed|^chrome-error:/)
  pageErrors.allowText(/frame-ancestors|X-Frame-Options|Refused to (frame|display)|Framing/)
  const refused = await page.request.get(`${shop.url}/embed?origin=${encodeURIComponent(host.otherOrigin)}`)
  expect(refused.status()).toBe(403)
  expect(await refused.text()).toContain(`KEYHOLD_EMBED_ORIGINS allows ${host.origin}`)

  // a page that claims to be another one, and pages that are never framed
  await page.goto(host.otherOrigin)
  for (const path of [`/embed?origin=${encodeURIComponent(host.origin)}`, '/', '/order', '/sign-in']) {
    const isShown = await page.evaluate(async (src) => {
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => {
        frame.onload = resolve
      })
      frame.src = src
      document.body.append(frame)
      await loaded
      return frame.contentWindow?.length
    }, shop.url + path)
    expect(isShown, path).toBe(0)
    const frames = page.frames().filter((one) => one !== page.mainFrame())
    for (const one of frames) expect(one.url(), path).toMatch(/^(chrome-error|about):/)
    await page.evaluate(() => {
      document.querySelector('iframe')?.remove()
    })
  }

  // the link then leads to the shop, as it does without the script
  await page.getByRole('link', { name: BUY }).click()
  await page.waitForURL(`${shop.url}/order?**`)
})

test('without script the link leads to the order form of the shop', async ({ openPage, shop, host }) => {
  host.lead(shop.url)
  const page = await openPage({ javaScriptEnabled: false })
  await page.goto(host.origin)
  await page.getByRole('link', { name: BUY }).click()
  await page.waitForURL(`${shop.url}/order?**`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const language of ['en', 'ar'] as const) {
  for (const widthPx of [320, 390, 1280]) {
    test(`the dialog in ${language} at ${String(widthPx)} px passes axe, fits, and Escape closes it`, async ({
      page,
      shop,
      host,
    }) => {
      host.lead(shop.url, language)
      await page.setViewportSize({ width: widthPx, height: 800 })
      const frame = await openDialog(page, host)
      await expect(frame.locator('html')).toHaveAttribute('lang', language)
      await expect(frame.getByRole('radio').first()).toBeVisible()
      expect(await findViolations(page, { include: 'dialog', hasFrames: true })).toEqual([])
      const box = await page.locator('dialog.keyhold').boundingBox()
      if (widthPx <= 640) expect(box).toEqual({ x: 0, y: 0, width: widthPx, height: 800 })
      const overflow = await frame
        .locator('.checkout')
        .evaluate((root) => root.scrollWidth - root.clientWidth)
      expect(overflow).toBe(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('link', { name: BUY })).toBeFocused()
    })
  }
}

test('messages of another origin, or of another frame, close nothing', async ({ page, shop, host }) => {
  host.lead(shop.url)
  await openDialog(page, host)
  await page.evaluate(() => {
    window.postMessage({ type: 'keyhold:close' }, '*')
    window.postMessage({ type: 'keyhold:ordered', orderId: 'forged' }, '*')
  })
  // a message of its own, sent after them, has arrived
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ data }) => {
          if (data === 'last') resolve(null)
        })
        window.postMessage('last', '*')
      }),
  )
  await expect(page.getByRole('dialog', { name: BUY })).toBeVisible()
  await expect(page.locator('#state')).toHaveText('')
})

for (const view of VIEWS)
  test(`opened without an origin, it says what is missing in ${view.language}; a program gets the code`, async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(400, /\/embed/)
    await openIn(page, view, '/embed')
    await expect(page.getByText(plainTextsOf(view.language).notice.noOrigin)).toBeVisible()
    await expectAccessible(page)
    const reply = await page.request.get('/embed', { headers: { accept: 'application/json' } })
    expect(await reply.json()).toMatchObject({ success: false, code: 'BAD_REQUEST' })
  })
