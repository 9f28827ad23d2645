import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { fill, formatCount } from '#texts/format.ts'
import { signInAs } from './admin-fixture.ts'
import { expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

const PORT = '18474'
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
  test(`an owner works through the first day in ${language}, reads the mails and closes the list`, async ({
    page,
    shop,
  }) => {
    const { firstDay: words } = TEXTS[language]
    const count = (value: number) => formatCount(language, value)
    await shop.db.updateTable('first_day').set({ mails_read_at: null, closed_at: null }).execute()
    await signInAs(page, shop, 'owner', language)
    const list = page.getByRole('region', { name: words.title })
    await expect(list.getByRole('listitem').filter({ has: page.locator('strong') })).toHaveCount(7)
    await expect(list.getByText(fill(words.lead, { done: count(0), all: count(7) }))).toBeVisible()
    await expect(list.getByText(fill(words.after, { step: words.steps.nodes.title }))).toBeVisible()
    await expectAccessible(page)

    await list.getByRole('button', { name: words.read }).click()
    const dialog = page.getByRole('dialog', { name: words.mailsTitle })
    const mail = dialog.frameLocator('iframe')
    await dialog.getByLabel(words.mail).selectOption('keys')
    await expect(mail.getByText('ABCD-EFGH-JKLM-NPQR')).toBeVisible()
    await dialog.getByRole('tab', { name: 'Deutsch' }).click()
    await expect(mail.locator('html[lang=de]')).toHaveCount(1)
    await dialog.getByRole('button', { name: words.looksRight }).click()
    await expect(list.getByText(fill(words.lead, { done: count(1), all: count(7) }))).toBeVisible()

    await list.getByRole('button', { name: words.close }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.close }).click()
    await expect(page.getByText(words.closed)).toBeVisible()
    await expect(list).toBeHidden()
  })
}

test('a viewer is shown no list of the first day', async ({ page, shop }) => {
  await shop.db.updateTable('first_day').set({ mails_read_at: null, closed_at: null }).execute()
  await signInAs(page, shop, 'viewer')
  await expect(page.getByRole('heading', { name: enAdmin.overview.waiting })).toBeVisible()
  await expect(page.getByRole('heading', { name: enAdmin.firstDay.title })).toBeHidden()
})
