import type { Page } from '@playwright/test'
import { loadDialogTexts } from '#texts/load-dialog-texts.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { expectAccessible, openIn, VIEWS, type View } from './views.ts'
import { expect, test } from './shop.ts'

const PLATFORMS = [
  ...['twitch', 'youtube', 'kick', 'tiktok', 'facebook', 'discord', 'instagram', 'twitter', 'other'],
]

const textsOf = async ({ language }: View) => ({
  ...(await loadDialogTexts(language)).creator,
  apply: siteTextsOf(language).landing.apply,
  applySoon: siteTextsOf(language).landing.applySoon,
})

/** Records all requests of a page except the counters' tick. */
function sentBy(page: Page): readonly string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const isTick = request.url().endsWith('/increment-counters')
    if (request.method() !== 'GET' && !isTick) sent.push(request.url())
    if (/example\.com|MIRA25/.test(request.url())) sent.push(request.url())
  })
  return sent
}

for (const view of VIEWS) {
  const name = `${view.language} at ${String(view.widthPx)} px`

  test(`a completed application and the wishlist button say that nothing was sent, and nothing is sent, in ${name}`, async ({
    page,
  }) => {
    const texts = await textsOf(view)
    await openIn(page, view)
    const sent = sentBy(page)
    await page.getByRole('button', { name: texts.apply }).click()
    const dialog = page.getByRole('dialog', { name: texts.title })
    await expect(dialog).toBeVisible()
    const email = dialog.getByLabel(texts.email)
    const platform = dialog.getByLabel(texts.platform)
    const link = dialog.getByLabel(texts.link)
    const promo = dialog.getByLabel(texts.promoCode)
    await expect(email).toBeFocused()
    await expect(link).toBeHidden()
    expect(
      await platform.evaluate((select) =>
        [...(select as HTMLSelectElement).options].map(({ value }) => value),
      ),
    ).toEqual(['', ...PLATFORMS])
    await expect(platform).toContainText('Facebook Gaming')
    await expect(platform).toContainText('Twitter/X')
    await expect(platform).toContainText(texts.otherPlatform)
    await expectAccessible(page, 'dialog[open]')

    // three of four are not enough, and each missing one shows an error
    await dialog.getByRole('button', { name: texts.submit }).click()
    for (const [field, fault] of [
      [email, texts.faults.email],
      [platform, texts.faults.platform],
      [promo, texts.faults.promoCode],
    ] as const) {
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(fault)
    }
    await expect(email).toBeFocused()
    await expectAccessible(page, 'dialog[open]')
    await email.fill('mira@example.com')
    await platform.selectOption('kick')
    await expect(link).toBeVisible()
    await promo.pressSequentially('mi ra-2é5')
    await expect(promo).toHaveValue('MIRA25')
    await dialog.getByRole('button', { name: texts.submit }).click()
    await expect(dialog).toBeVisible()
    await expect(link).toBeFocused()
    await expect(link).toHaveAccessibleDescription(texts.faults.link)
    await expectAccessible(page, 'dialog[open]')

    await link.fill('https://kick.example.com/mira')
    await dialog.getByRole('button', { name: texts.submit }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: texts.done })).toBeVisible()
    await expect(page.getByRole('button', { name: texts.apply })).toBeFocused()
    await page.getByRole('button', { name: texts.apply }).click()
    for (const field of [email, platform, promo]) await expect(field).toHaveValue('')
    await expect(link).toBeHidden()
    await expect(link).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const { landing } = siteTextsOf(view.language)
    await page.getByRole('button', { name: landing.wishlist }).click()
    await expect(page.getByText(landing.wishlistSoon)).toBeVisible()
    await expectAccessible(page, '.coming-soon')
    expect(sent).toEqual([])
  })

  test(`without a script the application says that it opens soon, in ${name}`, async ({ openPage }) => {
    const texts = await textsOf(view)
    const page = await openPage({ javaScriptEnabled: false })
    await openIn(page, view)
    await page.getByRole('button', { name: texts.apply }).click()
    await expect(page.getByText(texts.applySoon)).toBeVisible()
  })
}

test('a promo code filters typed and pasted text, and the caret stays in place', async ({ page }) => {
  await page.goto('/?lang=en')
  await page.getByRole('button', { name: 'Apply now' }).click()
  const promo = page.getByLabel('Promo code')
  await promo.fill('a b c d e f g h i j k l m n o p q')
  await expect(promo).toHaveValue('ABCDEFGHIJKLMNO')
  await promo.fill('ABEF')
  await promo.evaluate((input) => {
    ;(input as HTMLInputElement).setSelectionRange(2, 2)
  })
  await page.keyboard.type('-c d')
  await expect(promo).toHaveValue('ABCDEF')
  expect(await promo.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(4)
})

test('an application requested before its script has loaded opens afterwards', async ({ page }) => {
  let release = () => undefined as unknown
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/support-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/?lang=en')
  await page.getByRole('button', { name: 'Apply now' }).click()
  await expect(page.getByText('Applications open soon. Nothing was sent.')).toBeHidden()
  release()
  await expect(page.getByRole('dialog', { name: 'Apply for the creator beta' })).toBeVisible()
})
