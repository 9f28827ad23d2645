import { readFile } from 'node:fs/promises'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { fill } from '#texts/format.ts'
import { PASSWORD, signInAs } from './admin-fixture.ts'
import { totpCode } from '#test/totp-code.ts'
import { expect, test } from './shop.ts'

const PORT = '18473'
const TEXTS = { ar: arAdmin, en: enAdmin }

test.use({
  shopSettings: {
    KEYHOLD_PROFILE: 'production',
    KEYHOLD_ALLOW_TEST: 'true',
    DATABASE_URL: 'embedded',
    PORT,
    KEYHOLD_PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    // no node answers there: the rail is paused
    KEYHOLD_TRON_RPC: 'http://127.0.0.1:1',
    // BIP-32, test vector 2, chain m/0
    KEYHOLD_TRON_XPUB:
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  },
})

for (const language of ['ar', 'en'] as const) {
  const { security, tabs, auditSentences, orders, nav: navWords } = TEXTS[language]

  test(`an owner sets up the second factor in ${language}, then confirms before a file`, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(403, /\/auth\/confirm/)
    const email = await signInAs(page, shop, 'owner', language)
    const nav = page.getByRole('navigation')
    await expect(page.getByText(security.factorSoon)).toBeVisible()
    await nav.getByRole('link', { name: navWords.shop }).click()
    await expect(nav.getByRole('link', { name: tabs.people })).toBeVisible()

    // the second sign-in allows nothing else
    await page.request.post('/auth/sign-in/email', { data: { email, password: PASSWORD } })
    await page.goto('/admin')
    await expect(page.getByText(security.factorNow)).toBeVisible()
    await expect(nav.getByRole('link')).toHaveText([tabs.security])
    await page.getByRole('button', { name: security.turnOn }).click()
    await page.getByLabel(security.currentPassword).last().fill(PASSWORD)
    await page.getByRole('button', { name: security.continue }).click()
    const secret = await page.getByRole('dialog').locator('code, bdi').last().innerText()
    await page.getByLabel(security.code, { exact: true }).fill(totpCode(secret, Date.now()))
    await page.getByRole('button', { name: security.confirm, exact: true }).click()
    await page.getByRole('button', { name: security.codesSaved }).click()
    await expect(page.getByText(security.factorNow)).toBeHidden()

    // a quarter of an hour later a file needs the password again
    await shop.db
      .updateTable('user_sessions')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .execute()
    await page.goto('/admin#/orders')
    const files = page.waitForEvent('download')
    await page.getByRole('link', { name: orders.exports, exact: true }).click()
    await page.getByRole('dialog', { name: security.confirmPassword }).waitFor()
    await page.getByLabel(security.currentPassword).fill(PASSWORD)
    await page.getByRole('button', { name: security.continue }).click()
    const file = await files
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^id,/)
    await page.goto('/admin#/audit')
    const exported = { actor: email, subject: 'orders' }
    const said = fill(auditSentences.sentences['orders.export'], exported)
    await expect(page.getByRole('row').filter({ hasText: said })).toBeVisible()
  })
}
