import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LEGAL_DOCUMENTS, legalDocument, LegalTexts, type LegalDocumentName } from '#shared/game-legal.ts'
import { isRightToLeft, LANGUAGES, type Language } from '#shared/languages.ts'
import { legalPageTextsOf } from '#texts/rendered-texts.ts'
import { createPayment, fillForm, openDialog, passCaptcha, textsFor, type OrderInput } from './buyer.ts'
import { findViolations, RULES_OF_COLORS } from './find-violations.ts'
import { LATIN_NAMES } from './landing-texts.ts'
import { expect, test } from './shop.ts'
import { VIEWS } from './views.ts'

const WIDTHS = [390, 1280, 1920]
const texts = (language: Language) =>
  LegalTexts.parse(JSON.parse(readFileSync(`game/legal/${language}.json`, 'utf8')))

/** The text of a page's content, without URLs, cookie names and the notice that it is in another language. */
async function visibleText(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('[translate=no]')) element.remove()
    return copy.textContent.replace(/\s+/g, ' ')
  })
}

test('the legal pages are complete in every language and fit the narrowest phone: no placeholder and no English text is left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const language of LANGUAGES) {
    for (const name of LEGAL_DOCUMENTS) {
      await page.goto(`/legal/${name}?lang=${language}`)
      const { title, sections } = legalDocument(texts(language), name)
      await expect(page).toHaveTitle(`${title} · Ashen Dominion`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.locator('html')).toHaveAttribute('dir', isRightToLeft(language) ? 'rtl' : 'ltr')
      // the contents' own heading and one per section
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(sections.length + 1)
      await expect(page.locator('.legal-sample')).toContainText(legalPageTextsOf(language).sampleTitle)
      // a title may be one long word
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([language, name, beyond]).toEqual([language, name, 0])
      const words = await visibleText(page)
      expect(words).not.toMatch(/[{}`]|undefined|null|NaN/)
      if (['ru', 'zh', 'ar', 'he'].includes(language)) {
        const own = [...LATIN_NAMES, ...SELLER_NAMES].reduce((text, one) => text.replaceAll(one, ''), words)
        expect([language, name, own.match(/[A-Za-z]{3,}/g) ?? []]).toEqual([language, name, []])
      }
    }
  }
})

/** Names of the sample seller, and terms that are in Latin script in every language. */
const SELLER_NAMES = [
  ...[
    'Emberfall Studio',
    'Ltd',
    'Jane Example',
    'Example Lane',
    'Nowhere',
    'Example Hosting',
    'Example Mail',
  ],
  ...[
    'Cookie',
    'cookie',
    'GDPR',
    'IPv6',
    'UTC',
    'https',
    'JavaScript',
    'WCAG',
    'privacy@ashen-dominion.example',
  ],
]

for (const { language, widthPx } of VIEWS) {
  test(`the legal pages in ${language} fit every width and pass axe`, async ({ page }) => {
    for (const name of LEGAL_DOCUMENTS) {
      await page.goto(`/legal/${name}?lang=${language}`)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([name, width, beyond]).toEqual([name, width, 0])
        if (width === 1920 || (width !== widthPx && language === 'ar')) continue
        const scope = width === widthPx ? {} : { rules: RULES_OF_COLORS }
        expect(await findViolations(page, scope), `${name} at ${String(width)} px`).toEqual([])
      }
    }
  })

  test(`in ${language} the footer of every page links to the legal pages, and their contents to each section`, async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(404, /\/nowhere/)
    const frame = legalPageTextsOf(language)
    for (const [from, followed] of [
      ['/', 'imprint'],
      ['/nowhere', 'terms'],
    ] as const) {
      await page.goto(`${from}?lang=${language}`)
      const links = page.getByRole('contentinfo').getByRole('navigation', { name: frame.navigation })
      const link = (name: LegalDocumentName) => links.getByRole('link', { name: frame[name], exact: true })
      for (const name of LEGAL_DOCUMENTS)
        await expect(link(name)).toHaveAttribute('href', `/legal/${name}?lang=${language}`)
      await link(followed).click()
      await expect(page).toHaveURL(new RegExp(`/legal/${followed}\\?lang=${language}$`))
    }
    await expect(page.getByRole('contentinfo').getByRole('link', { name: frame.findOrder })).toHaveAttribute(
      'href',
      '/recover',
    )
    const contents = page.getByRole('navigation', { name: frame.contents })
    await contents.getByRole('link').nth(4).click()
    await expect(page).toHaveURL(/#refund$/)
    await expect(page.locator('#refund h2')).toBeInViewport()
    const documents = page.locator('main').getByRole('list', { name: frame.navigation })
    await expect(documents.getByRole('link', { name: frame.terms, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  test(`in ${language} at ${String(widthPx)} px an order's terms open in a new tab, and no input is lost`, async ({
    page,
    context,
  }) => {
    const input: OrderInput = { language, network: 'erc20', email: 'law@demo.example' }
    await page.setViewportSize({ width: widthPx, height: 900 })
    await openDialog(page, input)
    await fillForm(page, input)
    const dialog = page.getByRole('dialog')
    const links = dialog.locator('.pay-terms').getByRole('link')
    await expect(links).toHaveCount(2)
    for (const [index, name] of (['terms', 'privacy'] as const).entries()) {
      const link = links.nth(index)
      await expect(link).toHaveAccessibleName(NEW_TAB[language])
      const opened = context.waitForEvent('page')
      await link.click()
      const beside = await opened
      await expect(beside).toHaveURL(new RegExp(`/legal/${name}\\?lang=${language}$`))
      await expect(beside.getByRole('heading', { level: 1 })).toHaveText(texts(language)[name].title)
      await beside.close()
    }
    await expect(dialog.getByLabel(textsFor(input).email)).toHaveValue(input.email)
    const submit = await dialog.getByRole('button', { name: textsFor(input).submit }).boundingBox()
    const line = await dialog.locator('.pay-terms').boundingBox()
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(submit?.y ?? 0)
  })
}

const NEW_TAB = { en: /\(opens in a new tab\)$/, ar: /\(يُفتح في علامة تبويب جديدة\)$/ }

test('everything an order stores in the browser is listed in the privacy notice', async ({
  page,
  context,
}) => {
  const input: OrderInput = { network: 'erc20', email: 'told@demo.example' }
  await page.goto('/?lang=en')
  await page.locator('[data-dismiss]').click()
  await page.getByRole('banner').getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('banner').getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await openDialog(page, input)
  await fillForm(page, input)
  await passCaptcha(page, input)
  const pass = await context.cookies()
  await createPayment(page, input)
  const kept = [
    ...[...pass, ...(await context.cookies())].map(({ name }) => name),
    ...(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])),
  ]
  await page.goto('/legal/privacy?lang=en')
  const listed = (await page.locator('#cookies bdi').allTextContents()).map((name) => name.replace('…', ''))
  expect(kept).toContain('keyhold_captcha')
  expect(
    kept.filter((name) => !listed.some((one) => (one.endsWith('_') ? name.startsWith(one) : name === one))),
  ).toEqual([])
})

test('printed terms are dark text on white, without the rest of the page', async ({ page }) => {
  await page.goto('/legal/terms?lang=en')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of ['.header', '.legal-documents', '.legal-contents'])
    await expect(page.locator(part)).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  for (const language of ['en', 'ar'] as const) {
    test(`the legal pages in ${language} are readable, and their contents link to the sections`, async ({
      page,
    }) => {
      await page.goto(`/?lang=${language}`)
      const frame = legalPageTextsOf(language)
      await page.getByRole('contentinfo').getByRole('link', { name: frame.privacy, exact: true }).click()
      await page.getByRole('navigation', { name: frame.contents }).getByRole('link').nth(7).click()
      await expect(page).toHaveURL(/#cookies$/)
      await expect(page.locator('#cookies')).toContainText('keyhold_order_')
    })
  }
})
