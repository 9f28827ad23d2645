import { readKeyStats } from '#server/keys/key-counts.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { fill } from '#texts/format.ts'
import { signInAs } from './admin-fixture.ts'
import { releaseKeys, sellTwo } from './sell-two.ts'
import { expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

const TEXTS = { ar: arAdmin, en: enAdmin }

// other tests buy this edition from the same shop
test.afterEach(({ shop }) => releaseKeys(shop))

for (const language of ['en', 'ar'] as const) {
  const { elsewhere, find, keys, orders, tabs, auditSentences } = TEXTS[language]

  test(`sales made elsewhere are seen beside the orders, found, refunded and mailed again, in ${language}`, async ({
    page,
    shop,
    request,
  }) => {
    await sellTwo(shop, request, `cs_${language}`)
    const countOf = async () =>
      (await readKeyStats(shop.db, ['supporter'], systemClock()))['supporter']?.elsewhere ?? 0
    const before = await countOf()
    const staff = await signInAs(page, shop, 'manager', language)
    await page.goto('/admin#/orders')
    await page
      .getByRole('navigation', { name: tabs.orders })
      .getByRole('link', { name: tabs.elsewhere })
      .click()
    await expect(page.getByRole('heading', { name: elsewhere.title })).toBeVisible()
    const table = page.getByRole('table', { name: elsewhere.list })
    const sold = table.getByRole('row').filter({ hasText: `cs_${language}_1` })
    const waits = table.getByRole('row').filter({ hasText: `cs_${language}_2` })
    await expect(sold).toContainText(elsewhere.states.delivered)
    await expect(waits).toContainText(elsewhere.states.waiting)
    await expect(waits).toContainText('card@example.com')
    await expectAccessible(page)

    const menu = new RegExp(`^${keys.actions}`)
    await waits.getByRole('button', { name: menu }).click()
    await waits.getByRole('button', { name: new RegExp(elsewhere.refund) }).click()
    const dialog = page.getByRole('dialog')
    const name = `\u2068cs_${language}_2\u2069`
    await expect(dialog).toContainText(fill(elsewhere.questions.waiting, { name }))
    await dialog.getByRole('button', { name: elsewhere.refund }).click()
    await expect(page.getByText(elsewhere.refunded)).toBeVisible()
    await expect(waits).toContainText(elsewhere.states.refunded)
    await expect(waits.getByRole('button', { name: menu })).toHaveCount(0)
    expect(await countOf()).toBe(before - 2)

    await sold.getByRole('button', { name: menu }).click()
    await sold.getByRole('button', { name: new RegExp(orders.resend) }).click()
    await expect(page.getByText(orders.resent)).toBeVisible()

    await page.getByRole('combobox', { name: orders.state }).selectOption(elsewhere.states.refunded)
    await expect(page).toHaveURL(/state=refunded/)
    await expect(sold).toHaveCount(0)
    await expect(waits).toBeVisible()

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: find.label }).fill(`CS_${language}_1`)
    await page
      .getByRole('option', { name: new RegExp(`cs_${language}_1.*${elsewhere.states.delivered}`) })
      .click()
    await expect(page).toHaveURL(/#\/elsewhere\?q=/)
    await expect(table.locator('tbody tr')).toHaveCount(1)
    await expect(sold).toBeVisible()

    await page.goto('/admin#/audit?action=external.refund')
    await expect(page.getByRole('row').filter({ hasText: staff })).toContainText(
      auditSentences.sentences['external.refund'].split('{subject}')[1] ?? '',
    )
  })
}

test('support sees them and sends keys again, a viewer only sees them, with mailboxes masked', async ({
  page,
  shop,
  request,
}) => {
  const { elsewhere, keys, orders } = enAdmin
  await sellTwo(shop, request, 'cs_roles')
  const row = page.getByRole('row').filter({ hasText: 'cs_roles_1' })
  await signInAs(page, shop, 'support')
  await page.goto('/admin#/elsewhere')
  await row.getByRole('button', { name: new RegExp(`^${keys.actions}`) }).click()
  await expect(row.getByRole('button', { name: new RegExp(orders.resend) })).toBeVisible()
  await expect(row.getByRole('button', { name: new RegExp(elsewhere.refund) })).toHaveCount(0)
  await signInAs(page, shop, 'viewer')
  await page.goto('/admin#/elsewhere')
  await expect(row).toContainText('c…@example.com')
  await expect(row.getByRole('button', { name: new RegExp(`^${keys.actions}`) })).toHaveCount(0)
})
