import { sql } from 'kysely'
import { generateKeys } from '#server/keys/generate-keys.ts'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const TEXTS = { ar: arAdmin, en: enAdmin }
const DAY = {
  ar: new Intl.DateTimeFormat('ar-EG'),
  en: new Intl.DateTimeFormat('en-US'),
}

for (const language of ['ar', 'en'] as const) {
  const { keys } = TEXTS[language]

  test(`the three tabs show statistics, list and generate keys, in ${language}`, async ({ page, shop }) => {
    await signInAs(page, shop, 'owner', language)
    const stock = async () =>
      Number(
        (await page.getByTestId('standard-available').textContent())
          ?.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
          .replace(/\D/g, ''),
      )
    await expect(page.getByRole('tab', { name: keys.tabs.stats })).toHaveAttribute('aria-selected', 'true')
    const before = await stock()
    expect(before).toBeGreaterThanOrEqual(400)

    await page.getByRole('tab', { name: keys.tabs.generate }).click()
    const count = page.getByLabel(keys.count, { exact: true })
    await expect(count).toHaveValue('10')
    await count.fill('')
    await expect(count).toHaveValue('1')
    for (const wrong of ['0', '101', '-3']) {
      await count.fill(wrong)
      await page.getByRole('button', { name: keys.generate }).click()
      await expect(page.getByRole('status').filter({ hasText: keys.errors.count })).toBeVisible()
    }
    // typed, a minus sign comes before there is a number
    await count.fill('7')
    await count.selectText()
    await count.pressSequentially('-5')
    await expect(count).toHaveValue('-5')
    await page.getByRole('button', { name: keys.generate }).click()
    await expect(count).toHaveAttribute('aria-invalid', 'true')
    await count.fill('3')
    await page.getByRole('button', { name: keys.generate }).click()
    await expect(
      page.getByText(language === 'ar' ? 'تم توليد المفاتيح بنجاح (العدد: 3)' : '3 keys were generated'),
    ).toBeVisible()
    await expect(count).toHaveValue('10')
    await page.getByRole('tab', { name: keys.tabs.stats }).click()
    await expect.poll(stock).toBe(before + 3)

    await page.getByRole('tab', { name: keys.tabs.list }).click()
    await expect(page.getByRole('row')).toHaveCount(51)
    await expect(page.getByRole('rowheader').first()).toContainText(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)
    await expect(page.getByRole('cell', { name: DAY[language].format(new Date()) }).first()).toBeVisible()
  })
}

test('filters by edition and status start at page 1 and are in the URL', async ({ page, shop }) => {
  const { keys, pages } = enAdmin
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/keys/list')
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: pages.next }).click()
  await expect(page).toHaveURL(/page=2/)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/manage-game-keys?')) asked.push(request.url().split('?')[1] ?? '')
  })
  await page.getByLabel(keys.edition).selectOption('supporter')
  await expect(page).toHaveURL(/#\/keys\/list\?edition=supporter$/)
  // the statistics and the list, each once
  await expect
    .poll(() => [...asked].sort())
    .toEqual(['action=list&page=1&edition=supporter&status=all&q=', 'action=stats'])
  const editions = page.locator('tbody tr td:nth-child(3)')
  await expect.poll(async () => new Set(await editions.allTextContents()).size).toBe(1)
  await page.getByLabel(keys.state).selectOption('retired')
  await expect(page.getByText(keys.noMatch)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(keys.state)).toHaveValue('retired')
  await page.getByRole('button', { name: keys.clear }).click()
  await expect(page.getByRole('row')).toHaveCount(51)
})

test('a key is deleted only after a confirmation that a click outside does not dismiss, in ar', async ({
  page,
  shop,
}) => {
  const { keys, shell } = arAdmin
  await signInAs(page, shop, 'owner', 'ar')
  await page.goto('/admin#/keys/list')
  const row = page.locator('tbody tr').first()
  const key = (await row.locator('code').textContent()) ?? ''
  const remove = row.getByRole('button', { name: keys.delete })
  await remove.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(keys.deleteQuestion)
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: shell.cancel }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(key)).toBeVisible()
  await remove.click()
  await dialog.getByRole('button', { name: keys.delete }).click()
  await expect(page.getByText(keys.deleted)).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
})

test('failures have messages', async ({ page, shop, pageErrors }) => {
  const { keys, shell } = enAdmin
  pageErrors.allow(409, /manage-game-keys/)
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/keys/list')
  const row = page.locator('tbody tr').first()
  const key = (await row.locator('code').textContent()) ?? ''
  // retired by someone else in the meantime
  await shop.db
    .updateTable('game_keys')
    .set({ retired_at: new Date() })
    .where('key_hash', '=', TEST_CIPHER.hashKey(key))
    .execute()
  await row.getByRole('button', { name: keys.delete }).click()
  await page.getByRole('dialog').getByRole('button', { name: keys.delete }).click()
  await expect(page.getByRole('status').filter({ hasText: keys.errors.delete })).toBeVisible()

  await page.getByRole('tab', { name: keys.tabs.generate }).click()
  pageErrors.allow(503, /manage-game-keys/)
  await page.route('**/manage-game-keys', (route) => route.fulfill({ status: 503, body: 'restarted' }))
  await page.getByRole('button', { name: keys.generate }).click()
  await expect(page.getByRole('status').filter({ hasText: keys.errors.generate })).toBeVisible()
  await page.unroute('**/manage-game-keys')

  await page.route('**/manage-game-keys?*', (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'no', code: 'FORBIDDEN' } }),
  )
  pageErrors.allow(403, /manage-game-keys/)
  await page.reload()
  await page.getByRole('tab', { name: keys.tabs.stats }).click()
  await expect(page.getByRole('alert')).toContainText(keys.errors.stats)
  await page.getByRole('tab', { name: keys.tabs.list }).click()
  await expect(page.getByRole('alert')).toContainText(keys.errors.list)
  await page.unrouteAll()
  await page.getByRole('button', { name: shell.retry }).click()
  await expect(page.getByRole('row')).toHaveCount(51)
})

test('a used key shows its buyer, is found by e-mail, and can be replaced but not deleted', async ({
  page,
  shop,
  openPage,
}) => {
  const buyer = await openPage()
  const input = { network: 'bep20', email: 'buyer.of.keys@demo.example' } as const
  await quickPurchase(buyer, input)

  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/keys/list?status=used')
  await page.getByRole('searchbox', { name: enAdmin.keys.search }).fill('buyer.of')
  await expect(page).toHaveURL(/q=buyer\.of/)
  const row = page.locator('tbody tr')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(input.email)
  await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expect(row.getByRole('checkbox')).toBeDisabled()
  const key = (await row.locator('code').textContent()) ?? ''
  await row.getByRole('button', { name: /^Replace/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText(enAdmin.keys.replaced)).toBeVisible()
  await page.goto(`/admin#/keys/list?q=${key}`)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(enAdmin.keys.status.retired)
})

test('many keys are selected and deleted at once', async ({ page, shop }) => {
  await shop.db.transaction().execute((tx) => generateKeys(tx, TEST_CIPHER, 'standard', 5))
  await signInAs(page, shop, 'manager')
  await page.goto('/admin#/keys/list?edition=standard')
  await expect(page.getByRole('row')).toHaveCount(51)
  for (const index of [0, 1, 2]) await page.locator('tbody tr').nth(index).getByRole('checkbox').check()
  await expect(page.getByText('3 keys selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('delete 3 keys')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('3 keys were deleted')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export the list (CSV)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^keys-.*\.csv$/)
})

test('pasted keys are imported after a report', async ({ page, shop }) => {
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/keys/import')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('Paste keys or choose a file first.')).toBeVisible()
  await page
    .getByLabel('Paste keys here')
    .fill('QQQQ1-QQQQ1-QQQQ1\nQQQQ1-QQQQ1-QQQQ1\nwhat is this\nQQQQ2-QQQQ2-QQQQ2,supporter')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('Duplicate lines: 2')).toBeVisible()
  await expect(page.getByText('Characters or spaces that no key has: 3')).toBeVisible()
  await page.getByRole('button', { name: 'Add the 2 good keys only' }).click()
  await expect(page.getByText('2 keys were added')).toBeVisible()
  await page.goto('/admin#/keys/list?q=QQQQ2-QQQQ2-QQQQ2')
  await expect(page.locator('tbody tr')).toContainText('Supporter Edition')
})

test("without permission only a key's last group is visible, and support may reveal one, which is audited", async ({
  page,
  shop,
}) => {
  const email = await signInAs(page, shop, 'support')
  await page.goto('/admin#/keys/list?status=available')
  await expect(page.locator('tbody tr').first()).toContainText('Available')
  // a buyer asks about a key that was sold; free ones are not revealed
  await expect(page.getByRole('button', { name: 'Reveal key' })).toHaveCount(0)
  await page.goto('/admin#/keys/list?status=used')
  const row = page.locator('tbody tr').first()
  await expect(row.locator('code')).not.toHaveText(/^[0-9A-Z]{4}-/)
  await row.getByRole('button', { name: 'Reveal key' }).click()
  await expect(row.locator('code')).toHaveText(/^[0-9A-Z]{4,5}(-[0-9A-Z]{4,5}){2,3}$/)
  await expect(row.getByRole('button', { name: 'Copy key' })).toBeVisible()
  const { rows } = await sql<{ email: string }>`
    select u.email from audit a join users u on u.id = a.actor_id where a.action = 'keys.reveal'
    order by a.id desc limit 1`.execute(shop.db)
  expect(rows).toEqual([{ email }])
})

test("tabs are selected with the arrow keys, in the language's direction", async ({ page, shop }) => {
  await signInAs(page, shop, 'owner', 'ar')
  await page.getByRole('tab', { name: arAdmin.keys.tabs.stats }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: arAdmin.keys.tabs.list })).toBeFocused()
  await expect(page).toHaveURL(/#\/keys\/list$/)
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: arAdmin.keys.tabs.import })).toBeFocused()
})
