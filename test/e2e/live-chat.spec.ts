import type { Page } from '@playwright/test'
import { loadDialogTexts } from '#texts/load-dialog-texts.ts'
import { siteTextsOf, supportTextsOf } from '#texts/rendered-texts.ts'
import { createPayment, fillForm, passCaptcha, type OrderInput } from './buyer.ts'
import { startChatServer, type ChatServer } from './chat-server.ts'
import { expectAccessible, openIn, VIEWS, type View } from './views.ts'
import { expect, test as base } from './shop.ts'

const test = base.extend<object, { chat: ChatServer }>({
  chat: [
    async ({}, use) => {
      const server = await startChatServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  shopSettings: [
    async ({ chat }, use) => {
      await use({ KEYHOLD_CHAT_SRC: chat.url })
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(({ chat }) => {
  chat.answerWith('script')
})

const textsOf = async ({ language }: Pick<View, 'language'>) => ({
  ...supportTextsOf(language),
  ...(await loadDialogTexts(language)),
  preOrder: siteTextsOf(language).preOrder,
})

const isChatHere = (page: Page) => page.evaluate(() => 'chatIsHere' in window)
const WISH: OrderInput = {
  edition: 'supporter',
  quantity: 2,
  network: 'bitcoin',
  email: 'chat@buyer.example',
}

for (const view of VIEWS) {
  const name = `${view.language} at ${String(view.widthPx)} px`

  test(`the chat is fetched on request and not before, and says that it is open, in ${name}`, async ({
    page,
    chat,
  }) => {
    const texts = await textsOf(view)
    const fetchedBefore = chat.fetched()
    chat.answerWith('held')
    await openIn(page, view)
    await expect(page.locator('html')).toHaveAttribute('data-live', '')
    const button = page.getByRole('button', { name: texts.liveChat })
    const grey = await button.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(chat.fetched()).toBe(fetchedBefore)

    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => chat.fetched()).toBe(fetchedBefore + 1)
    await expectAccessible(page, '.dock')
    chat.answerWith('script')
    await expect(page.getByRole('status').filter({ hasText: texts.chat.opened })).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(grey)
    expect(await isChatHere(page)).toBe(true)
    await expect(page.frameLocator('iframe[title=Chat]').locator('html')).toBeAttached()
    await expectAccessible(page, '.dock')
    // requested again, it opens; its script is not fetched twice
    await button.click()
    await expect.poll(() => page.evaluate(() => (window as { chatOpened?: number }).chatOpened)).toBe(2)
    expect(chat.fetched()).toBe(fetchedBefore + 1)
  })

  test(`a chat that fails to load is replaced by the e-mail dialog, in ${name}`, async ({
    page,
    chat,
    pageErrors,
  }) => {
    pageErrors.allow(503, /chat\.js/)
    chat.answerWith('error')
    const texts = await textsOf(view)
    await openIn(page, view, '/credits')
    const button = page.getByRole('button', { name: texts.liveChat })
    await button.click()
    const dialog = page.getByRole('dialog', { name: texts.emailDialog.title })
    await expect(dialog.getByText(texts.chat.error)).toBeVisible()
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
    // from then on it is unavailable, and nothing is fetched
    const fetched = chat.fetched()
    await button.click()
    await expect(dialog.getByText(texts.chat.unavailable)).toBeVisible()
    expect(chat.fetched()).toBe(fetched)
    await page.keyboard.press('Escape')
    // opened directly, the dialog does not mention the chat
    await page.getByRole('button', { name: texts.emailSupport }).click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText(texts.chat.unavailable)).toHaveCount(0)
  })

  test(`an order starts on a page without the chat, with the chosen edition and copies, in ${name}`, async ({
    page,
  }) => {
    const texts = await textsOf(view)
    await openIn(page, view)
    await page.getByRole('button', { name: texts.liveChat }).click()
    await expect.poll(() => isChatHere(page)).toBe(true)
    await page.getByRole('button', { name: texts.preOrder.increase }).click()
    const orders = page.locator('button[value=supporter]')
    await orders.click()
    const dialog = page.locator('dialog.checkout[open]')
    await expect(dialog).toBeVisible()
    expect(await isChatHere(page)).toBe(false)
    await expect(dialog).toContainText(view.language === 'en' ? '$239.98' : '٢٣٩')
    // only once: after a manual reload no dialog opens
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-live', '')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  })
}

test("while the payment dialog is open no chat starts, not even on a script's request", async ({
  page,
  chat,
}) => {
  await page.goto('/?lang=en')
  await page.locator('button[value=standard]').click()
  await expect(page.locator('dialog.checkout[open]')).toBeVisible()
  const fetched = chat.fetched()
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-asks=chat]')?.click()
  })
  // the e-mail dialog, requested after the chat, is open: so the request for the chat was handled before
  await page.evaluate(() => window.dispatchEvent(new Event('openSupportEmail')))
  await expect(page.getByRole('dialog', { name: 'Contact support' })).toBeVisible()
  expect(chat.fetched()).toBe(fetched)
  expect(await isChatHere(page)).toBe(false)
})

test('a payment continues without a chat; the page with its keys has no chat button', async ({
  page,
  chat,
}) => {
  await page.goto('/?lang=en')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.locator('button[value=supporter]').click()
  await fillForm(page, WISH)
  await passCaptcha(page, WISH)
  const payment = await createPayment(page, WISH)

  await page.goto('/?lang=en')
  await page.getByRole('button', { name: 'Live chat' }).click()
  await expect.poll(() => isChatHere(page)).toBe(true)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.locator('dialog.checkout[open]').getByText(payment.address)).toBeVisible()
  expect(await isChatHere(page)).toBe(false)

  const { origin } = new URL(chat.url)
  for (const path of [`/order/${payment.id}?lang=en`, '/sign-in?lang=en']) {
    const response = await page.goto(path)
    expect(response?.headers()['content-security-policy']).not.toContain(origin)
  }
  await page.goto(`/order/${payment.id}?lang=en`)
  await page.getByRole('button', { name: 'Live chat' }).click()
  await expect(page.getByRole('dialog', { name: 'Contact support' })).toBeVisible()
  expect(await isChatHere(page)).toBe(false)
})

test("a page's policy allows the chat’s origin and no other; without a chat it allows none", async ({
  page,
  chat,
}) => {
  const { origin } = new URL(chat.url)
  const response = await page.goto('/?lang=en')
  const policy = response?.headers()['content-security-policy'] ?? ''
  for (const kind of [
    'script-src',
    'style-src',
    'img-src',
    'font-src',
    'connect-src',
    'media-src',
    'frame-src',
  ]) {
    expect(policy.split('; ').find((rule) => rule.startsWith(kind))).toContain(` ${origin}`)
  }
  expect(policy).toContain(` ${origin.replace('http', 'ws')}`)
  expect(
    policy.match(/(https?|wss?):\/\/[^ ;]+/g)?.every((one) => one.endsWith(new URL(chat.url).host)),
  ).toBe(true)
})
