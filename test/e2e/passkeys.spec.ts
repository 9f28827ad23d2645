import type { CDPSession, Page } from '@playwright/test'
import { enAdmin } from '#texts/en/admin.ts'
import { enSignIn } from '#texts/en/sign-in.ts'
import { fill } from '#texts/format.ts'
import { PASSWORD, signInAs } from './admin-fixture.ts'
import { findViolations } from './find-violations.ts'
import { expect, test } from './shop.ts'

const PORT = '18475'
// passkeys belong to a name: an IP address has none
const SHOP = `http://localhost:${PORT}`
const { passkeys: words, security } = enAdmin

test.use({
  baseURL: SHOP,
  shopSettings: {
    KEYHOLD_PROFILE: 'production',
    KEYHOLD_ALLOW_TEST: 'true',
    DATABASE_URL: 'embedded',
    PORT,
    KEYHOLD_PUBLIC_URL: SHOP,
    // no node answers there: the rail is paused
    KEYHOLD_TRON_RPC: 'http://127.0.0.1:1',
    // BIP-32, test vector 2, chain m/0
    KEYHOLD_TRON_XPUB:
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  },
})

/** Gives a page a device that keeps passkeys and recognises its user. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/admin#/security')
  await page.getByRole('button', { name: words.add }).click()
  await page.getByLabel(words.name, { exact: true }).fill(name)
  await page.getByRole('button', { name: security.continue }).click()
  const confirmation = page.getByRole('dialog', { name: security.confirmPassword })
  await confirmation.getByLabel(security.currentPassword).fill(PASSWORD)
  await confirmation.getByRole('button', { name: security.continue }).click()
}

async function openSignIn(page: Page): Promise<void> {
  // a page that still asks without its cookie would lead to the sign-in by itself
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/sign-in?lang=en')
  await page.locator('html[data-live]').waitFor()
}

test('an owner adds a passkey, signs in with it in both ways, renames and removes it', async ({
  page,
  shop,
  pageErrors,
}) => {
  // what must be confirmed is asked first
  pageErrors.allow(403, /\/auth\/passkeys/)
  const email = await signInAs(page, shop, 'owner')
  await addDevice(page)
  await expect(page.getByText(security.factorSoon)).toBeVisible()
  await addPasskey(page, 'Laptop')
  await page.getByRole('dialog', { name: security.codesTitle }).waitFor()
  await page.getByRole('button', { name: security.codesSaved }).click()
  await expect(page.getByText(security.factorSoon)).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Laptop' })
  await expect(row).toContainText(words.never)
  await expect(page.getByText(words.instead)).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // instead of e-mail, password and code
  await openSignIn(page)
  await page.getByRole('button', { name: enSignIn.passkey }).click()
  await page.waitForURL(/\/admin/)
  await page.getByRole('banner').waitFor()

  // after the password
  await openSignIn(page)
  await page.getByLabel(enSignIn.email, { exact: true }).fill(email)
  await page.getByLabel(enSignIn.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: enSignIn.submit, exact: true }).click()
  await expect(page.getByRole('heading', { name: enSignIn.codeTitle })).toBeVisible()
  await page.getByRole('button', { name: enSignIn.passkey }).click()
  await page.waitForURL(/\/admin/)

  await page.goto('/admin#/security')
  await expect(row).not.toContainText(words.never)
  await row.getByRole('button', { name: fill(words.renameOf, { name: 'Laptop' }) }).click()
  await page.getByLabel(words.name, { exact: true }).fill('Phone')
  await page.getByRole('button', { name: words.save, exact: true }).click()
  const renamed = page.getByRole('row').filter({ hasText: 'Phone' })

  // removing needs the passkey once more
  await renamed.getByRole('button', { name: fill(words.removeOf, { name: 'Phone' }) }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click()
  await page.getByRole('button', { name: words.use }).click()
  await expect(renamed).toBeHidden()
  await expect(page.getByText(words.none)).toBeVisible()
})

test('a device that does not recognise its user signs nobody in', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(403, /\/auth\/passkeys/)
  await signInAs(page, shop, 'owner')
  const { cdp, authenticatorId } = await addDevice(page)
  await addPasskey(page, 'Laptop')
  await page.getByRole('button', { name: security.codesSaved }).click()
  await openSignIn(page)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: enSignIn.passkey }).click()
  await expect(page.getByRole('alert').filter({ hasText: enSignIn.errors.passkeyRefused })).toBeVisible()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: enSignIn.passkey }).click()
  await page.waitForURL(/\/admin/)
})

test('a device with a passkey of the account makes no second one', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(403, /\/auth\/passkeys/)
  await signInAs(page, shop, 'owner')
  await addDevice(page)
  await addPasskey(page, 'Laptop')
  await page.getByRole('button', { name: security.codesSaved }).click()
  await page.getByRole('button', { name: words.add }).click()
  await page.getByLabel(words.name, { exact: true }).fill('Laptop again')
  await page.getByRole('button', { name: security.continue }).click()
  await expect(page.getByText(words.exists)).toBeVisible()
})

test('a browser without passkeys says so, and offers none', async ({ page, shop }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/security')
  await expect(page.getByText(words.unsupported)).toBeVisible()
  await expect(page.getByRole('button', { name: words.add })).toBeHidden()
  await openSignIn(page)
  await expect(page.getByRole('button', { name: enSignIn.passkey })).toBeHidden()
})
