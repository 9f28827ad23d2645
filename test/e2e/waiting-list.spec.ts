import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { arMail } from '#texts/ar/mail.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { enMail } from '#texts/en/mail.ts'
import { plural } from '#texts/format.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { signInAs } from './admin-fixture.ts'
import { fillForm, passCaptcha, textsFor, type OrderInput } from './buyer.ts'
import { expectValidPage, plainPageTexts } from './plain-pages.ts'
import { LIMITED_STOCK } from './shared-settings.ts'
import { expect, test, type ServedShop } from './shop.ts'

test.use({ shopSettings: LIMITED_STOCK })

const MAIL = { en: enMail, ar: arMail }
const EDITION = 'standard'
/** Five people an hour are told of each: enough for all tests. */
const KEYS = 50

const CASES = [
  { language: 'en', width: 1280, hasScripts: false },
  { language: 'ar', width: 390, hasScripts: true },
] as const

for (const { language, width, hasScripts } of CASES) {
  const name = `${language} at ${String(width)} px with${hasScripts ? '' : 'out'} scripts`

  test(`who waits for an edition is told once when it is back: ${name}`, async ({
    browser,
    shop,
    mailServer,
  }) => {
    const words = plainPageTexts(language).plain
    const mail = MAIL[language].waitingList
    const email = `waits-${randomUUID()}@demo.example`
    const text = (at: number) => mailServer.mailsTo(email)[at]?.text ?? ''
    const context = await browser.newContext({
      baseURL: shop.url,
      javaScriptEnabled: hasScripts,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()

    await page.goto(`/?lang=${language}`)
    if (hasScripts) await expect(page.locator('html')).toHaveAttribute('data-live', '')
    await sellOut(shop)
    await joinFromCard(page, hasScripts)
    await expect(page.getByRole('heading', { level: 1, name: words.waitingList.title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectValidPage(page, browser)
    await page.getByRole('button', { name: words.waitingList.submit }).click()
    await expect(page.locator('#email')).toHaveAttribute('aria-invalid', 'true')
    await page.locator('#email').fill(email)
    await page.getByRole('button', { name: words.waitingList.submit }).click()
    await expect(page.getByText(words.recover.sentTitle)).toBeVisible()
    await expectValidPage(page, browser)

    await expect.poll(() => mailServer.mailsTo(email).length).toBe(1)
    expect(text(0)).toContain(mail.confirm.heading)
    const headers = new Map(mailServer.mailsTo(email)[0]?.headerLines.map(({ key, line }) => [key, line]))
    expect(headers.get('list-unsubscribe')).toBe(`List-Unsubscribe: <${linkIn(text(0), 'leave')}>`)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    await page.goto(linkIn(text(0), 'confirm'))
    await expectValidPage(page, browser)
    await page.getByRole('button', { name: words.waitingList.confirm, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.waitingList.confirmedTitle)
    await expectValidPage(page, browser)

    await addNewKeys(shop.db, TEST_CIPHER, EDITION, KEYS)
    await expect.poll(() => mailServer.mailsTo(email).length).toBe(2)
    expect(text(1)).toContain(mail.stock.heading)
    const back = /https?:\/\/\S+\/\?lang=\S+#pre-order/.exec(text(1))?.[0] ?? ''
    await page.goto(back)
    await expectInTime(page, hasScripts, page.locator(`button[value=${EDITION}]:enabled`))

    // sold out and back once more: the mail that another reader gets comes after what could be a second one
    await sellOut(shop)
    await joinAnother(page, shop, `after-${email}`)
    await addNewKeys(shop.db, TEST_CIPHER, EDITION, KEYS)
    await expect.poll(() => toldTo(shop, `after-${email}`)).toBe(1)
    expect(await toldTo(shop, email)).toBe(1)
    expect(mailServer.mailsTo(email)).toHaveLength(2)

    await page.goto(linkIn(text(1), 'leave'))
    await page.getByRole('button', { name: words.waitingList.leave }).click()
    await expect(page.getByText(words.waitingList.left)).toBeVisible()
    await expectValidPage(page, browser)
    await context.close()
  })
}

test('an order of the last copy that comes too late leads to the waiting list', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(409, /create-crypto-payment/)
  const wish: OrderInput = { edition: EDITION, quantity: 1, network: 'trc20', email: 'late@demo.example' }
  await addNewKeys(shop.db, TEST_CIPHER, EDITION, 1)
  await page.goto('/?lang=en')
  const button = page.locator(`button[value=${EDITION}]:enabled`)
  await expectInTime(page, false, button)
  await button.click()
  await fillForm(page, wish)
  await passCaptcha(page, wish)
  await sellOut(shop)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: textsFor(wish).submit }).click()
  const link = dialog.getByRole('alert').getByRole('link')
  await expect(link).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await link.scrollIntoViewIfNeeded()
  await link.click()
  await expect(page).toHaveURL(/\/waiting-list\?edition=standard&lang=en$/)
  await expect(page.locator('#email')).toBeVisible()
})

test('staff see how many wait, and a reader who leaves is not counted', async ({
  page,
  shop,
  mailServer,
}) => {
  await sellOut(shop)
  await joinAnother(page, shop, 'counted@demo.example')
  await joinAnother(page, shop, 'leaves@demo.example')
  const words = enAdmin.overview
  await signInAs(page, shop, 'viewer')
  const stock = page.getByRole('region', { name: words.stock })
  await expect(stock).toContainText(plural('en', words.onWaitingList, 2))
  await expect.poll(() => mailServer.mailsTo('leaves@demo.example').length).toBeGreaterThan(0)
  const mail = mailServer.mailsTo('leaves@demo.example').at(-1)
  const reply = await page.request.post(linkIn(mail?.text ?? '', 'leave'), {
    form: { 'List-Unsubscribe': 'One-Click' },
  })
  expect(reply.status()).toBe(200)
  await page.reload()
  await expect(stock).toContainText(plural('en', words.onWaitingList, 1))
})

/** Takes every key of the edition that is free, so that the shop shows it as sold out. */
async function sellOut({ db }: ServedShop): Promise<void> {
  await db
    .updateTable('game_keys')
    .set({ retired_at: new Date() })
    .where('game_edition', '=', EDITION)
    .where('payment_id', 'is', null)
    .where('retired_at', 'is', null)
    .execute()
}

/** Waits for what the page shows once it knows of the stock. Without scripts, the page has to be read again until then. */
async function expectInTime(page: Page, hasScripts: boolean, shown: Locator): Promise<void> {
  if (hasScripts) return expect(shown).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(shown).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** Follows the link below the button. */
async function joinFromCard(page: Page, hasScripts: boolean): Promise<void> {
  const card = page.locator(`article[data-edition=${EDITION}]`)
  const link = card.getByRole('link')
  await expectInTime(page, hasScripts, link)
  await expect(card.locator('button')).toBeDisabled()
  await link.click()
}

/** Another mailbox joins by the same form, and is confirmed in the database. */
async function joinAnother(page: Page, { url, db }: ServedShop, email: string): Promise<void> {
  const form = { edition: EDITION, email, lang: 'en' }
  // refused until the shop has seen that the edition is sold out
  await expect(async () => {
    const reply = await page.request.post('/waiting-list', {
      form,
      headers: { origin: url },
      maxRedirects: 0,
    })
    expect(reply.status()).toBe(303)
  }).toPass()
  await db.updateTable('waiting_list').set({ confirmed_at: new Date() }).where('email', '=', email).execute()
}

async function toldTo({ db }: ServedShop, email: string): Promise<number> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('template', '=', 'waiting-stock')
    .where('recipient', '=', email)
    .execute()
  return rows.length
}

function linkIn(text: string, page: 'confirm' | 'leave'): string {
  return new RegExp(`https?://\\S+/waiting-list/${page}\\?\\S+`).exec(text)?.[0] ?? ''
}
