import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'

/** Puts the refund of an order into a plan, as the command does. */
async function storePlan(db: Db, orderId: string): Promise<void> {
  const refund = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const [plan_id, at] = [randomUUID(), new Date()]
  await db
    .insertInto('payout_plans')
    .values({
      ...{ id: plan_id, network: 'bep20', chain: 'bsc', asset: 'USDT', made_at: at, valid_until: at },
      ...{ scanned_height: 0n, files: JSON.stringify([]) },
    })
    .execute()
  await db.insertInto('payout_transactions').values({ plan_id, position: 0, nonce: 0 }).execute()
  const atoms = refund.owed_atoms ?? 1n
  await db
    .insertInto('planned_payouts')
    .values({ plan_id, position: 0, refund_id: refund.id, atoms })
    .execute()
}

test('a refund in a payout plan says so, in place of the buttons that would pay it by hand', async ({
  page,
  shop,
  openPage,
}) => {
  const email = 'cancelled@demo.example'
  const input = { network: 'bep20', email } as const
  const payment = await quickPurchase(await openPage(), input)
  await signInAs(page, shop, 'owner', 'en')
  const asked = await page.request.post(`/functions/orders/${payment.id}/refund-due`, {
    data: { reason: 'The game is cancelled' },
  })
  expect(asked.ok()).toBe(true)
  await page.goto('/admin#/refunds')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByRole('button', { name: enAdmin.payout.pay })).toBeVisible()

  await storePlan(shop.db, payment.id)
  await page.reload()
  await expect(row).toContainText(enAdmin.payout.planned)
  await expect(row.getByRole('button', { name: enAdmin.payout.pay })).toHaveCount(0)
  await expect(row.getByRole('button', { name: enAdmin.refunds.withdraw })).toHaveCount(0)

  const arabic = await openPage()
  await signInAs(arabic, shop, 'owner', 'ar')
  await arabic.goto('/admin#/refunds')
  await expect(arabic.getByRole('row').filter({ hasText: email })).toContainText(arAdmin.payout.planned)
})
