import { enAdmin } from '#texts/en/admin.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { signInAs } from './admin-fixture.ts'
import { mineBlocks } from './demo-wallet.ts'
import { quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'

// a shop of its own: other tests ask for refunds as well
test.use({ shopSettings: { KEYHOLD_MAIL_FROM: 'Queues <keys@shop.example>' } })

const { orders, payout, queue, refunds, tabs } = enAdmin

test('five refunds are paid with at most twelve clicks, one after the other', async ({
  page,
  shop,
  openPage,
}) => {
  const buyer = await openPage()
  const paid: string[] = []
  for (const index of [1, 2, 3, 4, 5]) {
    const { id } = await quickPurchase(buyer, {
      network: 'bep20',
      email: `queue.${String(index)}@demo.example`,
    })
    paid.push(id)
  }
  await signInAs(page, shop, 'owner')
  for (const id of paid) {
    const reply = await page.request.post(`/functions/orders/${id}/refund-due`, {
      data: {},
      headers: { origin: shop.url },
    })
    expect(reply.status()).toBe(200)
  }
  await page.evaluate(() => {
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // Enter in a field presses the form's button without a click of a person
        if (isTrusted && detail > 0) document.documentElement.dataset['clicks'] = String(clicks() + 1)
      },
      { capture: true },
    )
    const clicks = () => Number(document.documentElement.dataset['clicks'] ?? '0')
  })
  await page.getByRole('navigation').getByRole('link', { name: tabs.refunds }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'queue.' })
    .first()
    .getByRole('button', { name: payout.pay })
    .click()
  const dialog = page.getByRole('dialog')
  for (const left of [4, 3, 2, 1, 0]) {
    await (left === 0
      ? expect(dialog.getByText(queue.left.replace('{count}', ''))).toHaveCount(0)
      : expect(dialog.getByText(queue.left.replace('{count}', String(left)))).toBeVisible())
    await dialog.getByRole('button', { name: `Copy: ${payout.address}` }).click()
    // the field has the focus: the transaction is pasted without a click
    await expect(dialog.getByLabel(refunds.hash)).toBeEditable()
    await dialog.getByLabel(refunds.hash).fill(`0x${String(left + 1).repeat(64)}`)
    await dialog.getByRole('button', { name: refunds.record }).click()
  }
  await expect(page.getByText(queue.finished)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: refunds.statuses.recorded })).toHaveCount(5)
  const clicks = await page.evaluate(() => Number(document.documentElement.dataset['clicks']))
  expect(clicks).toBeLessThanOrEqual(12)
})

test('twelve orders are on the first screen, eight on that of a phone, and no e-mail breaks', async ({
  page,
  shop,
}) => {
  for (let index = 0; index < 14; index += 1) {
    await insertPayment(shop.db, {
      user_email: `a.rather.long.name.of.a.mailbox.${String(index)}@mail.of.a.company.example`,
      status: index % 3 === 0 ? 'review' : 'expired',
      flags: index % 3 === 0 ? ['wrong_network', 'late'] : [],
      // a new block would judge it again, and find no money
      is_final: true,
    })
  }
  await signInAs(page, shop, 'owner')
  for (const [width, height, wanted] of [
    [1280, 800, 12],
    [390, 844, 8],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/admin#/orders?q=a.rather.long')
    await expect(page.getByRole('row').nth(14)).toBeAttached()
    const shown = await page.locator('.data-table tbody tr').evaluateAll(
      (rows, bottom) => {
        const ends = rows.map((row) => row.getBoundingClientRect().bottom)
        return ends.filter((end) => end <= bottom).length
      },
      width < 768 ? height - 56 : height,
    )
    expect(shown, `rows at ${String(width)}`).toBeGreaterThanOrEqual(wanted)
    const email = page.locator('.email-cell').first()
    expect((await email.boundingBox())?.height).toBeLessThan(28)
    await expect(email).toHaveAttribute('title', /company\.example/)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('.email-cell').first().click()
  await expect(page.getByText(enAdmin.shell.copied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/company\.example$/)
  // a decision about one order leads to the next one
  await mineBlocks(page, 'bitcoin', 2)
  await page.goto('/admin#/exceptions')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByText(queue.left.replace('{count}', '4'))).toBeVisible()
  const first = page.url()
  await page.getByRole('link', { name: queue.skip, exact: true }).click()
  await expect(page).not.toHaveURL(first)
  await expect(page.getByRole('region', { name: orders.figures })).toBeVisible()
})
