import { randomUUID } from 'node:crypto'
import { generateKeys } from '#server/keys/generate-keys.ts'
import { keysTakenBy } from '#server/keys/take-keys.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import type { Page } from '@playwright/test'
import { isSignedWith, startWebhookReceiver } from '#test/webhook-receiver.ts'
import { until } from '#test/until.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { expect, test } from './shop.ts'
import { expectAccessible, openIn } from './views.ts'

const words = enAdmin.integrations
const LANGUAGES = ['en', 'ar'] as const

test.use({ shopSettings: { KEYHOLD_WEBHOOK_ALLOW_PRIVATE: 'true' } })

test('an owner adds a webhook, tries it, sends a message again and deletes it', async ({ page, shop }) => {
  const receiver = await startWebhookReceiver()
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/integrations')
  await expect(page.getByText(words.webhooks.none)).toBeVisible()
  const section = page.getByRole('region', { name: words.webhooks.title })
  const act = (action: string) => section.getByRole('button', { name: `${action}: Our bot` }).click()
  const dialog = page.getByRole('dialog')
  const closeDialog = () => dialog.getByRole('button', { name: 'Close' }).click()
  const shownSecret = dialog.getByLabel(words.secretTitle).last()

  await section.getByLabel(words.webhooks.url, { exact: true }).fill(receiver.url)
  await section.getByLabel(words.name, { exact: true }).fill('Our bot')
  await section.getByLabel('stock.low').uncheck()
  await section.getByRole('button', { name: words.webhooks.add }).click()
  await expect(shownSecret).toHaveValue(/^whsec_/)
  const firstSecret = await shownSecret.inputValue()
  await closeDialog()
  const row = section.getByRole('row').filter({ hasText: 'Our bot' })
  await expect(row).toContainText('stock.restored')
  await expect(row).not.toContainText('stock.low')

  await act(words.webhooks.pause)
  await expect(row).toContainText(words.webhooks.paused)
  await page.getByRole('button', { name: enAdmin.many.undo }).click()
  await expect(row).toContainText(words.webhooks.active)
  await act(words.webhooks.pause)
  await act(words.webhooks.resume)
  await expect(row).toContainText(words.webhooks.active)
  await act(words.webhooks.test)
  await until(() => receiver.received.length === 1)
  expect(receiver.received.every((message) => isSignedWith(firstSecret, message))).toBe(true)
  await expect(dialog.getByText(words.webhooks.states.delivered)).toBeVisible()
  await closeDialog()

  await act(words.webhooks.rotate)
  await dialog.getByRole('button', { name: words.webhooks.rotate }).click()
  await expect(shownSecret).toHaveValue(/^whsec_/)
  const secondSecret = await shownSecret.inputValue()
  expect(secondSecret).not.toBe(firstSecret)
  await closeDialog()

  await act(words.webhooks.deliveries)
  await expect(dialog.getByText(words.webhooks.states.delivered)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  const overflowPx = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflowPx).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.webhooks.again }).click()
  await until(() => receiver.received.length === 2)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(receiver.received.slice(1).every((message) => isSignedWith(secondSecret, message))).toBe(true)
  await closeDialog()

  await act(words.webhooks.remove)
  await dialog.getByRole('button', { name: words.webhooks.remove }).click()
  await expect(page.getByText(words.webhooks.none)).toBeVisible()
  await receiver.close()
})

test('an address that must not be called is refused with a reason, by keyboard alone', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(400, /\/functions\/webhooks/)
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/integrations')
  const section = page.getByRole('region', { name: words.webhooks.title })
  await section.getByLabel(words.webhooks.url, { exact: true }).focus()
  await page.keyboard.type('https://user:password@hooks.example/')
  await page.keyboard.press('Enter')
  await expect(page.getByText(enAdmin.errors.WEBHOOK_URL_REFUSED)).toBeVisible()
  // what was typed stays, to be corrected
  await expect(section.getByLabel(words.webhooks.url, { exact: true })).toHaveValue(/hooks\.example/)
})

test('an owner creates a token, programs read and sell with it until it is revoked; a manager sees none', async ({
  page,
  shop,
  request,
}) => {
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/integrations')
  const section = page.getByRole('region', { name: words.tokens.title })
  await section.getByLabel(words.name, { exact: true }).fill('Accounting')
  await section.getByLabel('stock:read').check()
  await section.getByLabel('orders:external').check()
  await section.getByRole('button', { name: words.tokens.add }).click()
  const token = await page.getByRole('dialog').getByLabel(words.secretTitle).last().inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const read = () => request.get('/api/v1/stock', { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status()).toBe(200)
  await expect(page.locator('body')).not.toContainText(token)
  await shop.db.transaction().execute((tx) => generateKeys(tx, TEST_CIPHER, 'standard', 1))
  const sale = await request.post('/api/v1/orders/external', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    data: { reference: randomUUID(), email: 'card@example.com', edition: 'standard', quantity: 1 },
  })
  expect(sale.status()).toBe(200)
  const { order } = (await sale.json()) as { order: { id: string } }
  const [key = ''] = await keysTakenBy(shop.db, TEST_CIPHER, order.id)
  await page.goto(`/admin#/keys/list?q=${key}`)
  const sold = page.locator('tbody tr')
  await expect(sold).toContainText(enAdmin.keys.status.elsewhere)
  await expect(sold.getByRole('button', { name: /Put back|Retire|Replace|Delete/ })).toHaveCount(0)
  await expect(sold.getByRole('checkbox')).toBeDisabled()
  await page.goto('/admin#/integrations')
  await section.getByRole('button', { name: `${words.tokens.revoke}: Accounting` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.tokens.revoke }).click()
  await expect(section.getByText(words.tokens.states.revoked)).toBeVisible()
  expect((await read()).status()).toBe(401)
  await signInAs(page, shop, 'manager')
  await page.goto('/admin#/integrations')
  await expect(page.getByRole('heading', { name: words.webhooks.title })).toBeVisible()
  await expect(page.getByRole('heading', { name: words.tokens.title })).toHaveCount(0)
  await signInAs(page, shop, 'support')
  await expect(page.getByRole('link', { name: words.title })).toHaveCount(0)
})

for (const language of LANGUAGES)
  test(`the tab with a failing webhook and a token fits and is accessible in ${language}`, async ({
    page,
    shop,
  }) => {
    await shop.db
      .insertInto('webhook_endpoints')
      .values({
        url: `https://hooks.example/keyhold/orders-and-everything-else?team=${language}`,
        label: 'CRM',
        events: ['order.confirmed', 'order.refund_requested', 'alert.raised'],
        created_at: new Date(),
        failures: 2,
      })
      .execute()
    const email = await signInAs(page, shop, 'owner', language)
    await shop.db
      .insertInto('api_tokens')
      .columns(['label', 'token_hash', 'scopes', 'created_by', 'created_at', 'expires_at'])
      .expression(({ selectFrom, val }) =>
        selectFrom('users')
          .select(({ ref }) => [
            val('Accounting').as('label'),
            val(Buffer.alloc(32, language)).as('token_hash'),
            val(['orders:read', 'stock:read']).as('scopes'),
            ref('id').as('created_by'),
            val(new Date()).as('created_at'),
            val(new Date(Date.now() + 30 * 86_400_000)).as('expires_at'),
          ])
          .where('email', '=', email),
      )
      .execute()
    await page.goto('/admin#/integrations')
    await expect(page.getByText('CRM').first()).toBeVisible()
    await expect(page.getByText('Accounting').first()).toBeVisible()
    await expectFits(page)
  })

for (const language of LANGUAGES)
  test(`the status page fits and is accessible in ${language}`, async ({ page }) => {
    await openIn(page, { language, widthPx: 1280 }, '/status')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFits(page)
  })

/** At each width, from wide to narrow. */
async function expectFits(page: Page): Promise<void> {
  for (const widthPx of [1280, 390, 320]) {
    await page.setViewportSize({ width: widthPx, height: 800 })
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflowPx, `at ${String(widthPx)} px`).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
}
