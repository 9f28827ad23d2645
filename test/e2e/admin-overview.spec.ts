import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectStatus, quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'

const TEXTS = { ar: arAdmin, en: enAdmin }

for (const language of ['ar', 'en'] as const) {
  const { overview, statistics, settings, tabs, keys, orders } = TEXTS[language]

  test(`the back office opens on what was sold and what waits, in ${language}`, async ({
    page,
    shop,
    openPage,
  }) => {
    const buyer = await openPage()
    const email = `overview.${language}@demo.example`
    const payment = await quickOrder(buyer, { network: 'erc20', email })
    await pay(buyer, payment, { network: 'bep20' })
    await mineBlocks(buyer, 'bep20', 40)
    await expectStatus(buyer, payment, 'review')

    await signInAs(page, shop, 'owner', language)
    const nav = page.getByRole('navigation')
    await expect(nav.getByRole('link', { name: tabs.overview })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('region', { name: statistics.sales })).toContainText('$')
    await expect(page.getByRole('region', { name: overview.stock }).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('region', { name: settings.rails })).toContainText('USDT TRC-20')
    await expect(page.getByRole('region', { name: settings.backups })).toBeVisible()
    // the key manager of the specification is on the same page
    await expect(page.getByRole('tab', { name: keys.tabs.generate })).toBeVisible()

    const waiting = page.getByRole('region', { name: overview.waiting })
    await waiting.getByRole('link').first().click()
    await expect(page).toHaveURL(/#\/exceptions$/)
    await expect(page.getByRole('heading', { name: orders.inbox, exact: true })).toBeVisible()
  })
}

test('a viewer’s overview has no backups', async ({ page, shop }) => {
  await signInAs(page, shop, 'viewer')
  await expect(page.getByRole('region', { name: enAdmin.settings.rails })).toBeVisible()
  await expect(page.getByRole('region', { name: enAdmin.settings.backups })).toHaveCount(0)
})
