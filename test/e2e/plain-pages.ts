import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Language } from '#shared/languages.ts'
import type { PlainTexts } from '#texts/en/plain.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { findViolations } from './find-violations.ts'
import { CAPTCHA_CODE, expect } from './shop.ts'

/** The texts a reader without scripts looks for, in one language. */
export interface PlainPageTexts {
  readonly language: Language
  readonly plain: PlainTexts
  readonly all: SiteTexts
}

export function plainPageTexts(language: Language): PlainPageTexts {
  return { language, plain: plainTextsOf(language), all: siteTextsOf(language) }
}

/** A browser with scripts disabled. */
export async function openWithoutScripts(
  browser: Browser,
  baseURL: string,
  width: number,
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
}

/**
 * Checks a page as it was served: axe finds no violation, and nothing is wider than the screen, down to 320 px. Both
 * need scripts, so the same bytes are opened again in a browser with scripts, without the page's own. Elements that
 * float over every page have their own tests.
 */
export async function expectValidPage(page: Page, browser: Browser): Promise<void> {
  const viewport = page.viewportSize()!
  const copy = await openCopy(browser, page.url().split('#')[0]!, await page.content(), viewport)
  expect(await findViolations(copy)).toEqual([])
  for (const width of [viewport.width, 320]) {
    await copy.setViewportSize({ width, height: 900 })
    expect(
      await copy.evaluate(() => document.documentElement.scrollWidth),
      `${String(width)} px`,
    ).toBeLessThanOrEqual(width)
  }
}

interface CopyContext {
  readonly page: Page
  address: string
  html: string
}

/** One context per browser shows all copies, so that styles and fonts are loaded once. */
const copies = new WeakMap<Browser, CopyContext>()

async function openCopy(
  browser: Browser,
  address: string,
  html: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const open = copies.get(browser)
  const copy = open === undefined || open.page.isClosed() ? await createCopyContext(browser) : open
  copies.set(browser, copy)
  Object.assign(copy, { address, html: withoutScripts(html) })
  await copy.page.setViewportSize(viewport)
  // axe stays in a document whose content is replaced
  const isOfShop = copy.page.url().startsWith(new URL(address).origin)
  await (isOfShop ? copy.page.setContent(copy.html) : copy.page.goto(address))
  return copy.page
}

async function createCopyContext(browser: Browser): Promise<CopyContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const copy: CopyContext = { page: await context.newPage(), address: '', html: '' }
  await context.route('**/*', async (route) => {
    const url = route.request().url()
    if (url === copy.address)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: copy.html })
    const isFile = new URL(url).origin === new URL(copy.address).origin && !/\.js$/.test(url)
    return isFile ? route.continue() : route.abort()
  })
  return copy
}

function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '')
}

interface PlainOrder {
  readonly edition: 'standard' | 'supporter'
  readonly quantity: number
  readonly network: string
  readonly email: string
  readonly address: string
}

/** Fills the form of /order, except the captcha. */
export async function fillOrder(page: Page, words: PlainPageTexts, order: PlainOrder): Promise<void> {
  const { form } = words.all.checkout
  await page.locator(`input[name=network][value=${order.network}]`).check()
  await page.getByRole('main').getByLabel(form.email, { exact: true }).fill(order.email)
  await page.getByRole('main').getByLabel(form.address, { exact: true }).fill(order.address)
}

export async function typeCode(page: Page, words: PlainPageTexts): Promise<void> {
  await page
    .getByRole('main')
    .getByLabel(words.all.checkout.captcha.input, { exact: true })
    .fill(CAPTCHA_CODE.toLowerCase())
}

/** Presses the button that submits the order. */
export async function sendOrder(page: Page, words: PlainPageTexts): Promise<void> {
  await page.getByRole('button', { name: words.all.checkout.form.submit }).click()
}

/** Returns the order's id from the page's URL. */
export function orderIdIn(page: Page): string {
  return /\/order\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
}
