import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'

const TEXTS = { ar: arAdmin, en: enAdmin }

for (const [language, width] of [
  ['ar', 390],
  ['en', 1280],
] as const) {
  const { alerts, claims, refunds, shell } = TEXTS[language]

  test(`a transaction is looked up for an order, and an alert is closed, in ${language} at ${String(width)} px`, async ({
    page,
    shop,
    openPage,
  }) => {
    const input = { network: 'bep20', email: `claims.${language}@demo.example` } as const
    const buyer = await openPage()
    const payment = await quickPurchase(buyer, input)
    const { tx_hash: txHash } = await shop.db
      .selectFrom('transfers')
      .select('tx_hash')
      .where('payment_id', '=', payment.id)
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('alerts')
      .values({ kind: 'nodes-not-agreed', subject: payment.id, raised_at: new Date('2026-11-20T12:00:00Z') })
      .execute()

    await page.setViewportSize({ width, height: 900 })
    await signInAs(page, shop, 'manager', language)
    await page.goto('/admin#/exceptions')
    const list = page.getByRole('region', { name: alerts.title })
    const alert = list.getByRole('row').filter({ hasText: payment.id.slice(0, 8) })
    await expect(alert).toContainText(alerts.kinds['nodes-not-agreed'].title)
    await alert.getByRole('link').click()
    await page.getByRole('button', { name: claims.title }).click()
    const dialog = page.getByRole('dialog', { name: claims.title })
    const lookUp = async (hash: string) => {
      await dialog.getByLabel(refunds.hash).fill(hash)
      await dialog.getByRole('button', { name: claims.send }).click()
    }
    await lookUp('abc')
    await expect(dialog).toContainText(refunds.hashInvalid)
    await lookUp('ab'.repeat(32))
    await expect(dialog.getByRole('status')).toHaveText(claims.reasons.not_found)
    await lookUp(txHash)
    await expect(dialog.getByRole('status')).toHaveText(claims.reasons.known)
    await dialog.getByRole('button', { name: shell.close }).last().click()
    await page.goto('/admin#/exceptions')
    await alert.getByRole('button', { name: alerts.close }).click()
    await expect(alert).toBeHidden()
  })
}
