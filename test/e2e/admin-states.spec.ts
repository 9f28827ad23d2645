import { DEMO_EMAIL, DEMO_PASSWORD } from '#shared/demo-account.ts'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs, signIn, setAdminLanguage } from './admin-fixture.ts'
import { expect, test } from './shop.ts'

const TEXTS = { ar: arAdmin, en: enAdmin }

test('a signed-out user is redirected from the back office to the landing page', async ({ page }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'الإدارة' })).toBeHidden()
})

test('the spinner is shown while permissions are checked, before any script', async ({ page, shop }) => {
  await signInAs(page, shop, 'viewer', 'ar')
  await page.route('**/assets/admin-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/admin')
  await expect(page.getByRole('status')).toHaveText('جارٍ التحقق من الصلاحيات…')
  await page.unrouteAll()
})

for (const language of ['ar', 'en'] as const) {
  const { denied, shell } = TEXTS[language]

  test(`a user without a role sees in ${language} that access is denied`, async ({ page }) => {
    await setAdminLanguage(page, language)
    await signIn(page, DEMO_EMAIL, DEMO_PASSWORD)
    await expect(page.getByRole('heading', { name: denied.title })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(DEMO_EMAIL)
    await expect(page.getByRole('button', { name: denied.grant })).toBeVisible()
    await page.getByRole('link', { name: denied.home }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  test(`an admin is greeted in ${language} with e-mail, cards and tabs`, async ({
    page,
    shop,
    pageErrors,
  }) => {
    // a list may still be loading at sign-out
    pageErrors.allow(401, /\/functions\//)
    const email = await signInAs(page, shop, 'owner', language)
    const banner = page.getByRole('banner')
    await expect(banner).toContainText(shell.greeting)
    await expect(banner).toContainText(email)
    for (const card of ['keys', 'reports', 'users', 'security'] as const)
      await expect(page.getByRole('heading', { name: TEXTS[language].cards[card].title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await banner.getByRole('link', { name: shell.home }).click()
    await expect(page).toHaveURL(/\/$/)
    // the header's link is shown to users with access
    await page.getByRole('link', { name: 'الإدارة' }).click()
    await page.getByRole('button', { name: shell.signOut }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/$/)
  })
}

test('a list that is still loading at sign-out does not lead back to sign-in', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(401, /\/functions\/key-holds/)
  await signInAs(page, shop, 'owner', 'en')
  const signedOut = page.waitForResponse('**/auth/sign-out')
  await page.route('**/functions/key-holds', async (route) => {
    await signedOut
    await route.continue()
  })
  // the landing page waits until the list was refused
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.route('/', async (route) => {
    await refused
    await route.continue()
  })
  const asked = page.waitForRequest('**/functions/key-holds')
  await page.reload()
  await asked
  await page.getByRole('button', { name: enAdmin.shell.signOut }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.unrouteAll()
})

test('the test button grants a role once, and reports every outcome', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(409, /\/data\/user-roles/)
  await setAdminLanguage(page, 'ar')
  await signIn(page, DEMO_EMAIL, DEMO_PASSWORD)
  const grant = page.getByRole('button', { name: 'منح صلاحيات الإدارة (اختبار)' })
  await expect(grant).toBeVisible()
  const second = await context.newPage()
  await second.goto('/admin')
  await expect(second.getByRole('button', { name: 'منح صلاحيات الإدارة (اختبار)' })).toBeVisible()

  pageErrors.allow(503, /\/data\/user-roles/)
  await page.route('**/data/user-roles', (route) =>
    route.fulfill({ status: 503, body: 'the shop is restarted' }),
  )
  await grant.click()
  await expect(page.getByText('فشل في منح صلاحيات الإدارة')).toBeVisible()
  await page.unroute('**/data/user-roles')

  await grant.click()
  await expect(page.getByText('تم منحك صلاحيات الإدارة')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(DEMO_EMAIL)

  await second.route('**/data/user', () => undefined)
  await second.getByRole('button', { name: 'منح صلاحيات الإدارة (اختبار)' }).click()
  await expect(second.getByText('أنت مدير بالفعل')).toBeVisible()
})

test('an expired session redirects to sign-in and back to the same place', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(401, /./)
  const email = await signInAs(page, shop, 'manager')
  await page.goto('/admin#/keys/list?edition=supporter')
  await expect(page.getByRole('table')).toBeVisible()
  await shop.db.deleteFrom('user_sessions').execute()
  await page.getByLabel('Status').selectOption('used')
  await expect(page).toHaveURL(/\/sign-in\?return=/)
  await page.locator('html[data-live]').waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/admin#\/keys\/list\?edition=supporter&status=used$/)
})

test('the back office has its own language, which is stored', async ({ page, shop }) => {
  await signInAs(page, shop, 'viewer', 'en')
  const fresh = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() })
  if (fresh === undefined) throw new Error('expected a browser, got none')
  const other = await fresh.newPage()
  await other.goto(`${shop.url}/admin`)
  await other.getByLabel(enAdmin.shell.language).selectOption('fr')
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr')
  await other.reload()
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr')
  await fresh.close()
})

test('a role sees only the tabs it may use', async ({ page, shop }) => {
  await signInAs(page, shop, 'viewer', 'en')
  const tabs = page.getByRole('navigation', { name: enAdmin.shell.tabs })
  await expect(tabs.getByRole('link', { name: enAdmin.tabs.keys })).toBeVisible()
  await expect(tabs.getByRole('link', { name: enAdmin.tabs.people })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: enAdmin.keys.tabs.generate })).toHaveCount(0)
  await page.goto('/admin#/people')
  await expect(page.getByRole('heading', { name: enAdmin.keys.title })).toBeVisible()
})

test('the session is checked every 30 s, and an expired one redirects to sign-in', async ({
  page,
  shop,
  pageErrors,
}) => {
  // lists that are loading at the same moment get the same reply
  pageErrors.allow(401, /\/functions\//)
  await page.clock.install()
  await signInAs(page, shop, 'viewer')
  const looked = page.waitForResponse('**/auth/session')
  await page.clock.fastForward(31_000)
  expect((await looked).status()).toBe(200)
  await expect(page.getByRole('banner')).toBeVisible()
  await shop.db.deleteFrom('user_sessions').execute()
  await page.clock.fastForward(31_000)
  await expect(page).toHaveURL(/\/sign-in\?return=%2Fadmin/)
})

test('a visitor fetches nothing of the back office, and its page nothing of the shop’s', async ({
  page,
  shop,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.locator('html[data-live]').waitFor()
  expect(fetched.filter((path) => /admin|signIn/.test(path))).toEqual([])
  await signInAs(page, shop, 'viewer')
  fetched.length = 0
  await page.goto('/admin')
  await page.getByRole('banner').waitFor()
  expect(fetched.filter((path) => /island|site-|checkout/.test(path))).toEqual([])
})
