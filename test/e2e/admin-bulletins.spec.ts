import type { Page } from '@playwright/test'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { fill } from '#texts/format.ts'
import { signInAs } from './admin-fixture.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectStatus, quickOrder, quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

const words = enAdmin.bulletins

test('an owner writes a cancellation, sees and tries it, and sends it: each buyer gets one mail and one refund', async ({
  page,
  shop,
  mailServer,
}) => {
  await quickPurchase(page, { email: 'fr@example.com', language: 'fr', quantity: 2 })
  await quickPurchase(page, { email: 'ru@example.com', language: 'ru', network: 'bitcoin' })
  const owner = await signInAs(page, shop, 'owner')
  await page.goto('/admin#/bulletins')
  await expect(page.getByText(words.none)).toBeVisible()
  await page.getByRole('button', { name: words.add }).click()
  await page.getByLabel(words.kinds.cancellation).check()
  await expect(page.getByText(fill(words.defaultNeeded, { language: 'English' }))).toBeVisible()
  await write(page, 'Ashen Dominion is cancelled', 'We are sorry.\n\nWe could not finish it.')
  await page.getByRole('tab', { name: 'Français' }).click()
  await expect(page.getByText(fill(words.fallback, { language: 'English' }))).toBeVisible()
  await write(page, 'Ashen Dominion est annulé', 'Nous en sommes navrés.')
  await page.getByRole('button', { name: words.save }).click()
  const frame = page.frameLocator('iframe.mail-preview')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Ashen Dominion est annulé')
  await page.getByRole('tab', { name: 'Русский' }).click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Ashen Dominion is cancelled')
  await page.getByRole('button', { name: words.test }).click()
  await expect.poll(() => mailServer.mailsTo(owner)).toHaveLength(1)
  expect(mailServer.mailsTo(owner)[0]?.text).toContain('We could not finish it.')

  await page.getByRole('button', { name: words.send }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: words.sendAndRefund })
  await expect(dialog).toContainText('USDT TRC-20 · Copies: 2$127.98 ≈ 127.98 USDT')
  await expect(dialog).toContainText('BTC · Copies: 1$63.99 ≈ 0.0010665 BTC')
  await expect(send).toBeDisabled()
  await dialog.getByLabel(words.typeNumber).fill('3')
  await expect(send).toBeDisabled()
  await dialog.getByLabel(words.typeNumber).fill('2')
  await expectFits(page)
  await send.click()
  await expect(page.getByText(words.states.sent, { exact: true })).toBeVisible()
  await expect(page.getByText(fill(words.progress, { sent: '2', total: '2' }))).toBeVisible()
  await expect(page.getByText(fill(words.refundsRequested, { count: '2' }))).toBeVisible()
  const subjectsTo = (email: string) =>
    mailServer.mailsTo(email).filter(({ subject = '' }) => /cancelled|annulé/.test(subject))
  expect(subjectsTo('fr@example.com').map(({ subject }) => subject)).toEqual(['Ashen Dominion est annulé'])
  expect(subjectsTo('ru@example.com').map(({ subject }) => subject)).toEqual(['Ashen Dominion is cancelled'])
  const refunds = await shop.db.selectFrom('refunds').select(['quantity', 'owed_atoms']).execute()
  expect(refunds.map(({ quantity }) => quantity).sort()).toEqual([1, 2])
  expect(refunds.every(({ owed_atoms: owed }) => owed !== null)).toBe(true)
  await expectFits(page)
  await page.getByRole('link', { name: words.back }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Ashen Dominion is cancelled' })).toContainText(
    words.states.sent,
  )
  await expectFits(page)
})

test('an owner refunds the orders at a wrong price, and sees all of them by their state first', async ({
  page,
  shop,
}) => {
  await quickPurchase(page, { email: 'delivered@example.com', edition: 'supporter' })
  await signInAs(page, shop, 'owner')
  // keys of orders made from here on wait for the release
  const holdKeys = async (isHeld: boolean) => {
    const hold = await page.request.post('/functions/key-holds', { data: { edition: 'supporter', isHeld } })
    expect(hold.ok()).toBe(true)
  }
  await holdKeys(true)
  const order = { email: 'wrong@example.com', edition: 'supporter', quantity: 2, network: 'bep20' } as const
  const payment = await quickOrder(page, order)
  await pay(page, payment)
  await mineBlocks(page, order.network, 40)
  await expectStatus(page, payment, 'confirmed')
  await page.goto('/admin#/bulletins')
  await page.getByRole('button', { name: words.add }).click()
  await page.getByLabel(words.kinds['wrong-price']).check()
  await write(page, 'The price was wrong', 'Your money goes back.')
  await expect(page.getByRole('button', { name: words.save })).toBeDisabled()
  await page.getByRole('textbox', { name: words.wrongFrom }).fill('2020-01-01')
  await page.getByRole('textbox', { name: words.wrongTo }).fill('2099-01-01')
  await page.getByLabel(fill(words.rightPrice, { currency: 'USD' })).fill('99')
  await page.getByRole('button', { name: words.save }).click()
  await expectFits(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: words.send }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(fill(words.wrongPriceStates.undelivered, { count: '1' }))
  // other tests buy from the same shop
  await expect(dialog).toContainText(new RegExp(fill(words.wrongPriceStates.delivered, { count: '[1-9]' })))
  await expect(dialog).toContainText('$239.98 instead of $198')
  await page.setViewportSize({ width: 390, height: 800 })
  await dialog.getByLabel(words.typeNumber).fill('1')
  await dialog.getByRole('button', { name: words.sendAndRefund }).click()
  await expect(page.getByText(fill(words.refundsRequested, { count: '1' }))).toBeVisible()
  // other tests buy this edition from the same shop
  await holdKeys(false)
})

test('an announcement that was stopped by mistake goes on by "Undo", and each buyer gets it once', async ({
  page,
  shop,
  mailServer,
}) => {
  const { id } = await quickPurchase(page, { email: 'stopped@example.com' })
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/bulletins')
  await page.getByRole('button', { name: words.add }).click()
  await page.getByLabel(words.kinds.delay).check()
  await write(page, 'One week later', 'We need a week more.')
  await page.getByRole('button', { name: words.save }).click()
  const forecast = page.waitForResponse('**/forecast')
  await page.getByRole('button', { name: words.send }).click()
  // other tests buy from the same shop
  const { orders } = (await (await forecast).json()) as { orders: number }
  // the mail of this order cannot be queued while somebody works on the order
  const work = await shop.db.startTransaction().execute()
  await work.selectFrom('payments').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  try {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.typeNumber).fill(String(orders))
    await dialog.getByRole('button', { name: words.sendNow }).click()
    await expect(page.getByText(words.states.sending, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: words.stop }).click()
    await dialog.getByRole('button', { name: words.stop }).click()
    await page.getByRole('button', { name: enAdmin.many.undo }).click()
    await expect(page.getByText(words.states.sending, { exact: true })).toBeVisible()
  } finally {
    await work.rollback().execute()
  }
  await expect(page.getByText(words.states.sent, { exact: true })).toBeVisible()
  await expect
    .poll(() => mailServer.mailsTo('stopped@example.com').map(({ subject }) => subject))
    .toContain('One week later')
  const subjects = mailServer.mailsTo('stopped@example.com').map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'One week later')).toHaveLength(1)
})

test('in Arabic an owner writes a delay in two languages; support sees no such tab', async ({
  page,
  shop,
}) => {
  const arabic = arAdmin.bulletins
  await signInAs(page, shop, 'owner', 'ar')
  await page.goto('/admin#/bulletins')
  await page.getByRole('button', { name: arabic.add }).click()
  await page.getByLabel(arabic.kinds.delay).check()
  await write(page, 'Ashen Dominion comes later', 'In six weeks.', arabic)
  await page.getByRole('tab', { name: 'العربية' }).click()
  await write(page, 'تأجيل Ashen Dominion', 'بعد ستة أسابيع.', arabic)
  await page.getByRole('button', { name: arabic.save }).click()
  const frame = page.frameLocator('iframe.mail-preview')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('تأجيل Ashen Dominion')
  await expectFits(page)

  await page.getByRole('link', { name: arabic.back }).click()
  const row = page.getByRole('row').filter({ hasText: 'تأجيل Ashen Dominion' })
  await row.getByRole('button', { name: arabic.remove }).click()
  await page.getByRole('dialog').getByRole('button', { name: arabic.remove }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: arAdmin.many.undo }).click()
  await row.getByRole('link').first().click()
  await page.getByRole('tab', { name: 'English' }).click()
  await expect(page.getByLabel(arabic.subject, { exact: true })).toHaveValue('Ashen Dominion comes later')

  await page.getByRole('button', { name: arabic.send }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFits(page)
  await signInAs(page, shop, 'support')
  await expect(page.getByRole('link', { name: words.title })).toHaveCount(0)
})

async function write(page: Page, subject: string, body: string, labels = words): Promise<void> {
  await page.getByLabel(labels.subject, { exact: true }).fill(subject)
  await page.getByLabel(labels.body, { exact: true }).fill(body)
}

/** At each width, from wide to narrow and back. */
async function expectFits(page: Page): Promise<void> {
  for (const widthPx of [390, 320, 1280]) {
    await page.setViewportSize({ width: widthPx, height: 800 })
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflowPx, `at ${String(widthPx)} px`).toBeLessThanOrEqual(0)
    for (const dialog of await page.getByRole('dialog').all())
      expect(
        await dialog.evaluate((element) => element.scrollWidth - element.clientWidth),
      ).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
}
