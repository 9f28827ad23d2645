import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { fill } from '#texts/format.ts'
import { signInAs } from './admin-fixture.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { findViolations } from './find-violations.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { expectStatus, quickOrder, quickPurchase, type QuickOrderInput } from './quick-order.ts'
import { expect, test, type ServedShop } from './shop.ts'

const TEXTS = { ar: arAdmin, en: enAdmin }

for (const language of ['ar', 'en'] as const) {
  const { orders, auditSentences } = TEXTS[language]

  test(`a paid order is found, opened with its evidence, annotated and mailed again, in ${language}`, async ({
    page,
    shop,
    openPage,
    pageErrors,
  }) => {
    pageErrors.allow(429, /resend/)
    const email = `orders.${language}@demo.example`
    const input: QuickOrderInput = { quantity: 2, network: 'bep20', email }
    const payment = await quickPurchase(await openPage(), input)
    const staff = await signInAs(page, shop, 'owner', language)
    await page.goto('/admin#/orders')
    await page.getByRole('searchbox').fill(email.slice(0, 9))
    await expect(page).toHaveURL(/q=orders/)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText(orders.statuses.confirmed)
    await row.getByRole('link').click()
    const figures = page.getByRole('region', { name: orders.figures })
    await expect(figures).toContainText(payment.address)
    await expect(figures, 'the source of fixed rates').toContainText(
      `1 (${TEXTS[language].rateSources.fixed})`,
    )
    await expect(page.getByRole('region', { name: orders.evidence }).getByRole('row')).toHaveCount(2)
    await expect(
      page.getByRole('region', { name: orders.keys, exact: true }).getByRole('listitem'),
    ).toHaveCount(2)
    await expect(page.getByRole('region', { name: orders.timeline })).toContainText(orders.events.delivered)
    await page.getByLabel(orders.note).fill('The buyer wrote to us.')
    await page.getByRole('button', { name: orders.addNote }).click()
    await expect(page.getByRole('region', { name: orders.notes })).toContainText('The buyer wrote to us.')
    await page.getByRole('button', { name: orders.resend }).click()
    await expect(page.getByText(orders.resent)).toBeVisible()
    await page.goto(`/admin#/audit?subject=${payment.id}`)
    const said = fill(auditSentences.sentences['order.note'], {
      actor: staff,
      subject: payment.id.slice(0, 8),
    })
    const noted = page.getByRole('row').filter({ hasText: said })
    await noted.getByText(auditSentences.raw).click()
    await expect(noted.locator('pre')).toContainText('"action": "order.note"')
    // a click beside its controls opens the order it speaks of
    await noted
      .getByRole('cell')
      .first()
      .click({ position: { x: 4, y: 4 } })
    await expect(page).toHaveURL(new RegExp(`#/orders/${payment.id}$`))
  })
}

// with everything that moves
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('money on another network waits in the inbox until staff accept it', async ({
  page,
  shop,
  openPage,
}) => {
  const input: QuickOrderInput = { edition: 'supporter', network: 'erc20', email: 'inbox@demo.example' }
  const buyer = await openPage()
  const payment = await quickOrder(buyer, input)
  await pay(buyer, payment, { network: 'bep20' })
  await mineBlocks(buyer, 'bep20', 40)
  await expectStatus(buyer, payment, 'review')
  await signInAs(page, shop, 'manager')
  await page.goto('/admin#/exceptions')
  const row = page.getByRole('row').filter({ hasText: input.email })
  await expect(row).toContainText(/119\.99 USDT \(BNB Smart Chain\)\u2069 came/)
  await row.getByRole('link').click()
  await expect(page.getByText(enAdmin.orders.flags.wrong_network)).toBeVisible()
  const decision = page.getByRole('region', { name: enAdmin.decisions.title })
  await expect(decision).toContainText('$119.99. 1 key is handed out')
  // what came is worth as much as the price, then and now
  await expect(decision.getByRole('cell', { name: '$119.99' })).toHaveCount(2)
  await expect(decision).toContainText('What came is worth $119.99 now, as much as the price.')
  await expect(decision).toContainText('Owed back is what came')
  // neither decision is proposed
  await expect(decision.locator('.act-main')).toHaveCount(0)
  const figures = page.getByRole('region', { name: enAdmin.orders.figures })
  await expect(figures).toContainText('119.99 USDT (BNB Smart Chain)')
  // the figures and the evidence say the same of its confirmations
  const evidence = page.getByRole('region', { name: enAdmin.orders.evidence })
  const confirmations = await evidence.locator('td.number').innerText()
  expect(Number(confirmations)).toBeGreaterThan(30)
  await expect(figures).toContainText(`${confirmations} of `)
  await page.getByRole('button', { name: enAdmin.orders.accept }).click()
  await page.getByRole('dialog').getByRole('button', { name: enAdmin.orders.accept }).click()
  await expect(page.getByText(enAdmin.orders.accepted)).toBeVisible()
  // other tests may have left one that is next
  await expect(page).not.toHaveURL(new RegExp(payment.id))
  await page.goto('/admin#/exceptions')
  await expect(page.getByRole('heading', { name: enAdmin.tabs.exceptions }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: input.email })).toHaveCount(0)
})

test('a refund is requested, quoted, and its transaction recorded', async ({ page, shop, openPage }) => {
  const input: QuickOrderInput = { network: 'bep20', email: 'refund@demo.example' }
  const payment = await quickPurchase(await openPage(), input)
  await signInAs(page, shop, 'owner')
  await page.goto(`/admin#/orders/${payment.id}`)
  await page.getByRole('button', { name: enAdmin.orders.refundDue }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(enAdmin.orders.refundReason).fill('Changed their mind')
  await dialog.getByRole('button', { name: enAdmin.orders.refundDue }).click()
  await expect(page.getByText(enAdmin.orders.refundRequested)).toBeVisible()
  await page.goto('/admin#/refunds')
  const row = page.getByRole('row').filter({ hasText: 'Changed their mind' })
  await expect(row).toContainText(input.email)
  // before anybody opens it
  await expect(row).toContainText('≈ 63.99 USDT')
  await row.getByRole('button', { name: enAdmin.payout.pay }).click()
  // what is owed is computed by itself
  await expect(dialog.getByText(/USDT \(BNB Smart Chain\)/)).toBeVisible()
  await expect(dialog.getByRole('img', { name: enAdmin.payout.qr })).toBeVisible()
  expect(await dialog.locator('.address-groups').textContent()).toBe(refundAddressOf('bep20'))
  await dialog.getByLabel(enAdmin.refunds.hash).fill('not a hash')
  await dialog.getByRole('button', { name: enAdmin.refunds.record }).click()
  await expect(dialog.getByRole('alert')).toHaveText(enAdmin.refunds.hashInvalid)
  await dialog.getByLabel(enAdmin.refunds.hash).fill(`0x${'ab'.repeat(32)}`)
  await dialog.getByRole('button', { name: enAdmin.refunds.record }).click()
  await expect(page.getByText(enAdmin.refunds.recorded)).toBeVisible()
  await expect(row).toContainText(enAdmin.refunds.statuses.recorded)
})

test('a viewer sees orders with masked e-mails, and cannot decide anything', async ({
  page,
  shop,
  openPage,
}) => {
  const input: QuickOrderInput = { network: 'bep20', email: 'masked.one@demo.example' }
  const payment = await quickPurchase(await openPage(), input)
  await signInAs(page, shop, 'viewer')
  await page.goto(`/admin#/orders/${payment.id}`)
  await expect(page.getByRole('region', { name: enAdmin.orders.figures })).toBeVisible()
  await expect(page.getByText(input.email)).toHaveCount(0)
  for (const name of [enAdmin.orders.refundDue, enAdmin.orders.resend, enAdmin.orders.addNote])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

for (const language of ['ar', 'en'] as const) {
  const { statistics, charts, settings, orders } = TEXTS[language]

  test(`reports and settings are shown in ${language}`, async ({ page, shop }) => {
    await insertOldSales(shop.db)
    await signInAs(page, shop, 'owner', language)
    await page.goto('/admin#/statistics?from=2020-03-01&to=2020-03-30')
    await expect(page.getByRole('heading', { name: statistics.stock })).toBeVisible()
    await expect(page.getByText(statistics.conversion)).toBeVisible()
    // the browser's own field may show the month first
    await expect(page.getByLabel(statistics.to, { exact: true })).toHaveAccessibleDescription(
      language === 'ar' ? '٣٠ مارس ٢٠٢٠' : 'March 30, 2020',
    )
    const chart = page.getByRole('slider', { name: statistics.perDay })
    await expect(chart).toHaveAttribute('aria-valuetext', /30|٣٠/)
    await chart.focus()
    await page.keyboard.press('Home')
    // the first day: 1,500 dollars, the day before the period: 1,000
    await expect(chart).toHaveAttribute('aria-valuetext', /1,500\.00.*1,000\.00.*50|١٬٥٠٠٫٠٠.*١٬٠٠٠٫٠٠.*٥٠/)
    await expect(page.locator('.chart-value')).toHaveText((await chart.getAttribute('aria-valuetext')) ?? '')
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    await expect(chart).toHaveAttribute('aria-valuenow', '2')
    await page.locator('.plot g').nth(9).hover()
    await expect(chart).toHaveAttribute('aria-valuenow', '10')
    await expect(page.locator('.axis-values li')).toHaveCount(4)
    await page.getByText(statistics.asTable).click()
    const table = page.getByRole('region', { name: statistics.perDay }).getByRole('table')
    await expect(table.getByRole('row')).toHaveCount(31)
    expect(await findViolations(page)).toEqual([])
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: fill(charts.csvOf, { chart: statistics.perDay }) }).click()
    const lines = (await readFile(await (await csv).path(), 'utf8')).split('\n')
    expect(lines[1]).toMatch(/^2020-03-01,2020-03-01,10,1500\.00,.*2020-01-31,2020-01-31,5,1000\.00$/)
    expect(lines).toHaveLength(32)
    await page.goto('/admin#/settings')
    await expect(page.getByText('USDT TRC-20')).toBeVisible()
    const chain = page.getByRole('region', { name: 'BNB Smart Chain' })
    await expect(chain).toBeVisible()
    // sentences are no large figures in narrow columns
    const sizes = await chain
      .locator('dd')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize))
    expect(sizes.length).toBeGreaterThan(3)
    for (const size of sizes) expect(Number.parseFloat(size)).toBeLessThan(17)
    await expect(page.getByRole('region', { name: settings.database, exact: true })).toContainText(
      /PostgreSQL \d+\.\d+/,
    )
    await expect(page.getByRole('heading', { name: settings.wallets })).toBeVisible()
    await page.goto('/admin#/orders')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: orders.exports, exact: true }).click()
    expect((await saved).suggestedFilename()).toMatch(/^orders-.*\.csv$/)
  })
}

/** Sales of two days, thirty days apart, long before any other test's. */
async function insertOldSales(db: ServedShop['db']): Promise<void> {
  await sql`delete from sale_counts where paid_on < '2021-01-01'`.execute(db)
  await sql`
    insert into sale_counts (paid_on, edition, network, language, orders, copies, cents) values
    ('2020-03-01', 'standard', 'bitcoin', 'en', 10, 20, 150000),
    ('2020-01-31', 'standard', 'bitcoin', 'en', 5, 5, 100000)`.execute(db)
}
