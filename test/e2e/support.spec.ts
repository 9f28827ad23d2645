import type { Page } from '@playwright/test'
import { LANGUAGES, isRightToLeft } from '#shared/languages.ts'
import type { MailServer } from '#test/mail-server.ts'
import { until } from '#test/until.ts'
import { loadDialogTexts } from '#texts/load-dialog-texts.ts'
import { supportTextsOf } from '#texts/rendered-texts.ts'
import { expectAccessible, openIn, VIEWS, type View } from './views.ts'
import { expect, test } from './shop.ts'

const STUDIO = 'support@ashen-dominion.example'
const CALL = '**/functions/send-support-email'

const loadTexts = async ({ language }: View) => ({
  page: supportTextsOf(language),
  ...(await loadDialogTexts(language)).emailDialog,
})
type Words = Awaited<ReturnType<typeof loadTexts>>

async function openDialog(page: Page, words: Words) {
  await page.getByRole('button', { name: words.page.emailSupport }).click()
  const dialog = page.getByRole('dialog', { name: words.title })
  await expect(dialog).toBeVisible()
  return dialog
}

async function fill(page: Page, words: Words, typed: { name: string; email: string; message: string }) {
  await page.getByLabel(words.name, { exact: true }).fill(typed.name)
  await page.getByLabel(words.email).fill(typed.email)
  await page.getByLabel(words.message, { exact: true }).fill(typed.message)
}

async function expectFieldErrors(page: Page, words: Words): Promise<void> {
  const dialog = await openDialog(page, words)
  await expect(page.getByLabel(words.name, { exact: true })).toBeFocused()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: words.submit }).click()
  const fields = [
    [page.getByLabel(words.name, { exact: true }), words.faults.name],
    [page.getByLabel(words.email), words.faults.email],
    [page.getByLabel(words.message, { exact: true }), words.faults.message],
  ] as const
  for (const [field, fault] of fields) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(fault)
    await expect(dialog.getByText(fault)).toBeVisible()
  }
  await expect(fields[0][0]).toBeFocused()
  await expectAccessible(page, 'dialog[open]')
  // once corrected, its error is removed; other errors stay
  await fields[0][0].fill('Mi')
  await expect(dialog.getByText(words.faults.name)).toHaveCount(0)
  await expect(dialog.getByText(words.faults.email)).toBeVisible()
  await fields[1][0].fill('mira@example')
  await page.keyboard.press('Enter')
  await expect(fields[1][0]).toBeFocused()
  // closed and reopened, the input is kept
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: words.page.emailSupport })).toBeFocused()
  await openDialog(page, words)
  await expect(fields[1][0]).toHaveValue('mira@example')
}

/** Sends a message once and finds it at the studio. */
async function expectDelivery(
  page: Page,
  words: Words,
  { name, view, mailServer }: { readonly name: string; readonly view: View; readonly mailServer: MailServer },
): Promise<void> {
  const message = `Where is my key? ${name} مرحبا`
  const dialog = await openDialog(page, words)
  await fill(page, words, { name: '  Mira ', email: ' mira@example.com ', message })
  const sent = page.waitForRequest(CALL)
  let release = () => undefined as unknown
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(CALL, async (route) => {
    await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: words.submit }).click()
  await expect(dialog.getByRole('button', { name: words.sending })).toHaveAttribute('aria-disabled', 'true')
  // a second press does not send twice
  await dialog.getByRole('button', { name: words.sending }).click({ force: true })
  release()
  await expect(dialog).toBeHidden()
  const toast = page.getByRole('status').filter({ hasText: words.sent })
  await expect(toast).toBeVisible()
  await expect(toast).toContainText(words.sentNext)
  const request = await sent
  expect(request.postDataJSON()).toEqual({ name: 'Mira', email: 'mira@example.com', message })
  expect((await request.allHeaders())['content-language']).toBe(view.language)
  await expectAccessible(page, '.dock')
  await until(() => mailServer.mailsTo(STUDIO).some(({ text }) => text?.includes(message)), {
    what: 'the message at the studio',
  })
  const arrived = mailServer.mailsTo(STUDIO).filter(({ text }) => text?.includes(message))
  expect(arrived).toHaveLength(1)
  expect(arrived[0]?.replyTo?.text).toBe('mira@example.com')
  // the form is empty again
  await openDialog(page, words)
  await expect(page.getByLabel(words.message, { exact: true })).toHaveValue('')
}

for (const view of VIEWS) {
  const name = `${view.language} at ${String(view.widthPx)} px`

  test(`the support buttons are in the page's lower corner and have descriptions, in ${name}`, async ({
    page,
  }) => {
    const { page: words } = await loadTexts(view)
    await openIn(page, view, '/credits')
    const email = page.getByRole('button', { name: words.emailSupport })
    const chat = page.getByRole('button', { name: words.liveChat })
    for (const button of [email, chat]) {
      const box = await button.boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      const center = (box?.x ?? 0) + (box?.width ?? 0) / 2
      if (isRightToLeft(view.language)) expect(center).toBeLessThan(view.widthPx / 2)
      else expect(center).toBeGreaterThan(view.widthPx / 2)
      await expect(button).toHaveAccessibleDescription(words.hint)
    }
    await expect(page.getByText(words.hint)).toBeHidden()
    await email.hover()
    await expect(page.getByText(words.hint)).toBeVisible()
    const hintBox = await page.getByText(words.hint).boundingBox()
    expect(hintBox?.x).toBeGreaterThanOrEqual(0)
    expect((hintBox?.x ?? 0) + (hintBox?.width ?? 0)).toBeLessThanOrEqual(view.widthPx)
    await page.mouse.move(view.widthPx / 2, 10)
    await expect(page.getByText(words.hint)).toBeHidden()
    await chat.focus()
    await page.keyboard.press('Tab')
    await expect(email).toBeFocused()
    await expect(page.getByText(words.hint)).toBeVisible()
    await expectAccessible(page)
  })

  test(`a message has its errors at their fields, reaches the studio and is confirmed, in ${name}`, async ({
    page,
    mailServer,
  }) => {
    const words = await loadTexts(view)
    await openIn(page, view, '/credits')
    await expectFieldErrors(page, words)
    await openIn(page, view, '/credits')
    await expectDelivery(page, words, { name, view, mailServer })
  })
  test(`a message that cannot be sent shows an error and keeps the input, in ${name}`, async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(500, /send-support-email/)
    pageErrors.allow(429, /send-support-email/)
    const words = await loadTexts(view)
    const warnings: string[] = []
    page.on('console', (line) => {
      if (line.type() === 'warning') warnings.push(line.text())
    })
    await openIn(page, view, '/credits')
    const dialog = await openDialog(page, words)
    const typed = { name: 'Mira', email: 'mira@example.com', message: 'Where is my key?' }
    await fill(page, words, typed)
    const failure = { success: false, error: 'Something went wrong.', code: 'INTERNAL' }
    await page.route(CALL, (route) => route.fulfill({ status: 500, json: failure }))
    await dialog.getByRole('button', { name: words.submit }).click()
    const alert = dialog.getByRole('alert')
    await expect(alert).toContainText(words.failed)
    await expect(alert).toContainText(words.failedNext)
    await expect(page.getByLabel(words.message, { exact: true })).toHaveValue(typed.message)
    await expectAccessible(page, 'dialog[open]')
    expect(warnings.join('\n')).toContain('INTERNAL')
    expect(warnings.join('\n')).not.toMatch(/mira|key/i)

    await page.unroute(CALL)
    await page.route(CALL, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1200' },
        json: { success: false, error: 'Too many.', code: 'RATE_LIMITED' },
      }),
    )
    await dialog.getByRole('button', { name: words.submit }).click()
    const count = new Intl.NumberFormat(view.language === 'ar' ? 'ar-EG' : 'en').format(20)
    await expect(alert).toContainText(words.wait.other.replace('{count}', count))
  })

  test(`without a script the e-mail button opens a mail, in ${name}`, async ({ openPage }) => {
    const { page: words } = await loadTexts(view)
    const page = await openPage({ javaScriptEnabled: false })
    await openIn(page, view, '/credits')
    await expect(page.getByRole('link', { name: words.emailSupport })).toHaveAttribute(
      'href',
      `mailto:${STUDIO}`,
    )
    await expect(page.getByRole('button', { name: words.liveChat })).toHaveCount(0)
    await expect(page.getByRole('button', { name: words.emailSupport })).toHaveCount(0)
  })
}

test('a click before its script has loaded is not lost', async ({ page }) => {
  let release = () => undefined as unknown
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/support-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/?lang=en')
  const button = page.getByRole('button', { name: 'E-mail support' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(page.getByRole('dialog', { name: 'Contact support' })).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy')
})

test('openSupportEmail opens the dialog on every page, also when fired before the script has loaded', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(404, /./)
  pageErrors.allow(400, /./)
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') window.dispatchEvent(new Event('openSupportEmail'))
    })
  })
  for (const path of ['/', '/credits', '/sign-in', '/order/unknown', '/demo/wallet', '/nowhere']) {
    await page.goto(`${path}?lang=en`)
    const dialog = page.getByRole('dialog', { name: 'Contact support' })
    await expect(dialog, path).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    // two events at once open only one dialog
    await page.evaluate(() => {
      window.dispatchEvent(new Event('openSupportEmail'))
      window.dispatchEvent(new Event('openSupportEmail'))
    })
    await expect(dialog).toHaveCount(1)
    await expect(dialog).toBeVisible()
  }
})

test('without its script the button opens the mail program', async ({ page, pageErrors }) => {
  await page.route('**/assets/support-*.js', (route) => route.fulfill({ status: 503, body: '' }))
  pageErrors.allow(503, /support-/)
  await page.goto('/credits?lang=en')
  const openedAddress = page.evaluate<string>(
    `new Promise((resolve) => {
      navigation.addEventListener('navigate', (event) => resolve(event.destination.url))
    })`,
  )
  await page.getByRole('button', { name: 'E-mail support' }).click()
  expect(await openedAddress).toBe(`mailto:${STUDIO}`)
})

test("the dialog's text fits in every language down to 320 px", async ({ page }) => {
  for (const language of LANGUAGES) {
    await openIn(page, { language, widthPx: 320 }, '/credits')
    const words = await loadTexts({ language, widthPx: 320 })
    const dialog = await openDialog(page, words)
    await dialog.getByRole('button', { name: words.submit }).click()
    await expect(dialog.getByText(words.faults.message)).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expectAccessible(page, 'dialog[open]')
  }
})

test('without a configured chat its button opens the e-mail dialog, and no page allows another origin', async ({
  page,
}) => {
  const response = await page.goto('/?lang=en')
  expect(response?.headers()['content-security-policy']).not.toMatch(/https?:|wss?:/)
  await page.getByRole('button', { name: 'Live chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact support' })
  await expect(dialog.getByText((await loadDialogTexts('en')).chat.unavailable)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Live chat', includeHidden: true })).not.toHaveAttribute(
    'data-open',
  )
})
