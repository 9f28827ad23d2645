import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { expect, test } from './shop.ts'

test('an owner invites by link, assigns a role, disables and resets', async ({ page, shop, openPage }) => {
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/people')
  await page.getByLabel('E-mail', { exact: true }).fill('no address')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(enAdmin.people.emailInvalid)).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill('new.colleague@shop.example')
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('dialog').getByLabel('One-time link').last().inputValue()
  expect(link).toContain(`${shop.url}/sign-in#token=`)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const row = page.getByRole('row').filter({ hasText: 'new.colleague@shop.example' })
  await expect(row).toContainText('Invited')

  const colleague = await openPage()
  await colleague.goto(`${link}&lang=en`)
  await colleague.getByLabel('New password').fill('a quiet harbour at dawn')
  await colleague.getByLabel('The same password again').fill('a quiet harbour at dawn')
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByText('The password is saved')).toBeVisible()

  await row.getByLabel('Role of new.colleague@shop.example').selectOption('manager')
  await expect(page.getByText('Saved')).toBeVisible()
  await row.getByRole('button', { name: /^Disable/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Disabled')
  await row.getByRole('button', { name: /^Enable/ }).click()
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: /^Reset/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('dialog').getByLabel('One-time link').last()).toHaveValue(/\/sign-in#token=/)
})

test('the last owner keeps the role', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(409, /\/functions\/people/)
  const email = await signInAs(page, shop, 'owner')
  await shop.db
    .deleteFrom('user_roles')
    .where('role', '=', 'owner')
    .where('user_id', 'not in', (q) => q.selectFrom('users').select('id').where('email', '=', email))
    .execute()
  await page.goto('/admin#/people')
  await page.getByLabel(`Role of ${email}`).selectOption('viewer')
  await expect(page.getByText(enAdmin.errors.LAST_OWNER)).toBeVisible()
})

test('sessions are listed, and other sessions can be ended', async ({ page, shop, browser }) => {
  const email = await signInAs(page, shop, 'viewer')
  const elsewhere = await browser.newContext({ baseURL: shop.url })
  const other = await elsewhere.newPage()
  await other.goto('/sign-in?lang=en')
  await other.locator('html[data-live]').waitFor()
  await other.getByLabel('E-mail', { exact: true }).fill(email)
  await other.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await other.keyboard.press('Enter')
  await other.waitForURL('**/admin')
  await page.goto('/admin#/security')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('The session was ended')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  // a page of its own: the other one may leave for the sign-in at any moment
  const next = await elsewhere.newPage()
  await next.goto('/admin')
  await expect(next).toHaveURL(/\/$/)
  await elsewhere.close()
})

test('changing the password requires the old one', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(401, /\/auth\/change-password/)
  await signInAs(page, shop, 'viewer')
  await page.goto('/admin#/security')
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password').fill(next)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change('correct horse battery', 'short')
  await expect(page.getByText(enAdmin.errors.PASSWORD_INVALID)).toBeVisible()
  await change('a wrong password', 'a fresh long password')
  await expect(page.getByText(enAdmin.errors.PASSWORD_WRONG)).toBeVisible()
  await change('correct horse battery', 'a fresh long password')
  await expect(page.getByText(enAdmin.security.passwordChanged)).toBeVisible()
})
