import { createPasswordLink } from '#server/accounts/password-links.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { makePerson } from '#test/account-fixture.ts'
import { signInTextsOf } from '#texts/rendered-texts.ts'
import { signInAs, PASSWORD, signIn, setAdminLanguage } from './admin-fixture.ts'
import { totpCode } from '#test/totp-code.ts'
import { expect, test } from './shop.ts'

const texts = signInTextsOf('en')

test('the sign-in page is in every language and linked in the footer', async ({ page, shop }) => {
  for (const language of LANGUAGES) {
    await page.context().addCookies([{ name: 'language', value: language, url: shop.url }])
    await page.goto('/credits')
    const { title, submit } = signInTextsOf(language)
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: submit, exact: true })).toBeVisible()
  }
})

test('a wrong password shows what to do; many delay the next attempt, and show how long', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(401, /\/auth\//)
  pageErrors.allow(429, /\/auth\//)
  await makePerson(shop.db, 'slow@shop.example', 'viewer')
  await page.goto('/sign-in?lang=en')
  await page.locator('html[data-live]').waitFor()
  const send = page.getByRole('button', { name: texts.submit, exact: true })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: texts.errors.emailMissing })).toBeVisible()
  await page.getByLabel(texts.email).fill('slow@shop.example')
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: texts.errors.passwordMissing })).toBeVisible()
  await page.getByLabel(texts.password, { exact: true }).fill('a wrong password')
  for (let wrong = 0; wrong < 8; wrong += 1) {
    await expect(send).toBeEnabled()
    const answered = page.waitForResponse('**/auth/sign-in/email')
    await send.click()
    if ((await answered).status() === 429) break
    await expect(page.getByRole('alert').filter({ hasText: texts.errors.signInFailed })).toBeVisible()
  }
  await expect(
    page.getByRole('alert').filter({ hasText: /You can try again in \d+ seconds?\./ }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /Sign in again in \d+ s/ })).toBeDisabled()
  await expect(send).toBeEnabled()
})

test("an invitation's link sets a password by keyboard alone, once", async ({ page, shop, pageErrors }) => {
  pageErrors.allow(400, /\/auth\/set-password/)
  const id = await makePerson(shop.db, 'invited@shop.example', 'support')
  const token = await createPasswordLink(shop.db, id, new Date())
  await setAdminLanguage(page, 'en')
  await page.goto(`/sign-in?lang=en#token=${token}`)
  await expect(page.getByRole('heading', { name: texts.setTitle })).toBeVisible()
  await expect(page.getByLabel(texts.newPassword)).toBeFocused()
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.errors.passwordLength })).toBeVisible()
  await page.getByLabel(texts.newPassword).fill('a fresh long password')
  await page.getByLabel(texts.repeatPassword).fill('another long password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.errors.passwordsDiffer })).toBeVisible()
  await page.getByLabel(texts.repeatPassword).fill('a fresh long password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.passwordSaved })).toBeVisible()
  await expect(page.getByLabel(texts.email)).toHaveValue('invited@shop.example')
  await page.keyboard.type('a fresh long password')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin')

  // the back office still loads: without its cookie its reads would be refused
  await page.goto('about:blank')
  // a page that still asks without its cookie would lead to the sign-in by itself
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`/sign-in?token=${token}&lang=en`)
  await page.getByLabel(texts.newPassword).fill('a fresh long password')
  await page.getByLabel(texts.repeatPassword).fill('a fresh long password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.errors.linkInvalid })).toBeVisible()
})

test('the second factor is turned on with an app, required, replaced by a recovery code, and turned off', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(401, /\/auth\//)
  const email = await signInAs(page, shop, 'manager')
  await page.goto('/admin#/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This code is not right or has expired.')
  await dialog.getByLabel('Code').fill(totpCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The second factor is on')).toBeVisible()
  const [recovery = ''] = await page.getByRole('dialog').locator('code').allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('asks for a code of your app')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await signIn(page, email)
  await page.getByLabel(texts.code).fill('123456')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.errors.codeWrong })).toBeVisible()
  await page.getByLabel(texts.code).fill(recovery)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin')
  await page.goto('/admin#/security')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The second factor is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})
