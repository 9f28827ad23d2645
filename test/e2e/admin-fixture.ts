import type { Page } from '@playwright/test'
import type { Role } from '#shared/permissions.ts'
import { makePerson, PASSWORD } from '#test/account-fixture.ts'
import type { ServedShop } from './shop.ts'

export { PASSWORD }
export type AdminLanguage = 'ar' | 'en'

/** Sets the back office's language for every page of the context. */
export async function setAdminLanguage(page: Page, language: AdminLanguage): Promise<void> {
  await page.context().addInitScript((wanted) => {
    // a sandboxed frame has no storage
    if (self === top && location.protocol.startsWith('http')) localStorage.setItem('adminLanguage', wanted)
  }, language)
}

/** Signs in with the page's own form. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in?lang=en')
  await page.locator('html[data-live]').waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

let personCount = 0

/** Creates a person with a role, signs in and opens the back office. Returns their e-mail. */
export async function signInAs(
  page: Page,
  shop: ServedShop,
  role: Role,
  language: AdminLanguage = 'en',
): Promise<string> {
  personCount += 1
  const email = `${role}${String(personCount)}-${String(process.pid)}@shop.example`
  await makePerson(shop.db, email, role)
  await setAdminLanguage(page, language)
  // the form has its own tests; its page is loaded only there
  const reply = await page.request.post('/auth/sign-in/email', { data: { email, password: PASSWORD } })
  if (!reply.ok()) throw new Error(`expected to sign in, got ${String(reply.status())}`)
  await page.goto('/admin')
  await page.getByRole('banner').waitFor()
  return email
}
