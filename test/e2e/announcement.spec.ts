import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/languages.ts'
import { legalPageTextsOf, siteTextsOf, supportTextsOf } from '#texts/rendered-texts.ts'
import { order } from './buyer.ts'
import { coveredControls } from './covered-controls.ts'
import { cutTexts } from './cut-texts.ts'
import { expectAccessible, openIn, VIEWS, type View } from './views.ts'
import { expect, test } from './shop.ts'

const EMAIL = 'support@ashen-dominion.example'
const PAGES = ['/', '/credits', '/nowhere', '/sign-in', '/order/unknown', '/demo/wallet', '/demo/mail']

/** Measures where the bar begins, and how much room the page leaves for it. */
function measure(page: Page) {
  return page.evaluate(() => {
    const box = document.querySelector('.announcement')?.getBoundingClientRect()
    const rest = Number.parseFloat(getComputedStyle(document.body).paddingBlockEnd)
    return { height: box?.height ?? 0, end: box?.bottom ?? 0, rest }
  })
}

/** Opens the popover that holds the promise on phones. */
async function unfold(page: Page, { language, widthPx }: View): Promise<void> {
  const { refundsAndContact } = supportTextsOf(language)
  const button = page.getByRole('button', { name: refundsAndContact })
  if (widthPx < 768) await button.click()
  else await expect(button).toHaveCount(0)
}

for (const view of VIEWS) {
  const texts = supportTextsOf(view.language)
  const name = `${view.language} at ${String(view.widthPx)} px`

  test(`the announcement promises a refund, names the contact and covers nothing, in ${name}`, async ({
    page,
  }) => {
    await openIn(page, view)
    const bar = page.getByRole('complementary', { name: texts.announcement })
    await expect(bar.getByRole('link', { name: legalPageTextsOf(view.language).withdraw })).toBeVisible()
    await unfold(page, view)
    await expect(bar).toContainText(texts.promise.split('{email}')[0]?.trim() ?? '')
    await expect(bar.getByRole('link', { name: EMAIL })).toHaveAttribute('href', `mailto:${EMAIL}`)
    await expect(bar.getByRole('link', { name: texts.requestRefund })).toHaveAttribute(
      'href',
      '/recover?for=refund',
    )
    await expectAccessible(page, '.dock')
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('link', { name: EMAIL })).toBeVisible({ visible: view.widthPx >= 768 })
    // the page leaves room for it
    await expect.poll(async () => (await measure(page)).rest).toBeGreaterThan(0)
    const { height, end, rest } = await measure(page)
    expect(rest).toBeCloseTo(height, 1)
    expect(end).toBeCloseTo(800, 0)
    expect(rest).toBe(56)
    await page.evaluate(() => {
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
    })
    const lastLine = await page.locator('.footer > :last-child').boundingBox()
    expect((lastLine?.y ?? 0) + (lastLine?.height ?? 0)).toBeLessThan(800 - height)
    for (const above of view.widthPx >= 768 ? ['.demo-badge', '.support'] : ['.demo-badge']) {
      const box = await page.locator(above).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800 - height)
    }
    const beyond = await page.evaluate(() => {
      const bar = document.querySelector('.announcement') ?? document.body
      return [bar.scrollWidth - bar.clientWidth, bar.scrollHeight - bar.clientHeight]
    })
    expect(beyond).toEqual([0, 0])
  })

  test(`"${texts.contactNow}" fires the event and opens the e-mail dialog over the bar; a dismissed bar stays hidden, in ${name}`, async ({
    page,
  }) => {
    await openIn(page, view, '/credits')
    const firedEvent = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          addEventListener('openSupportEmail', (event) => {
            resolve(event.type)
          })
        }),
    )
    await unfold(page, view)
    await page.getByRole('button', { name: texts.contactNow }).click()
    expect(await firedEvent).toBe('openSupportEmail')
    await expect(page.getByRole('dialog')).toBeVisible()
    const top = await page.evaluate(
      () => document.elementFromPoint(innerWidth / 2, innerHeight - 5)?.nodeName,
    )
    expect(top).toBe('DIALOG')

    // dismissed, and so is its room
    await openIn(page, view, '/credits')
    const bar = page.getByRole('complementary', { name: texts.announcement })
    await bar.getByRole('button', { name: texts.dismiss }).click()
    await expect(bar).toBeHidden()
    await expect.poll(async () => (await measure(page)).rest).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('announcement-dismissed'))).toBe('true')
    // not even for one frame: an element that is not displayed is never painted
    await page.addInitScript(() => {
      const seen: number[] = []
      Object.assign(window, { seen })
      const look = () => {
        const shown = document.querySelector('.announcement')
        if (shown !== null) seen.push(shown.getBoundingClientRect().height)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    for (const path of ['/', '/credits']) {
      await openIn(page, view, path)
      await expect(bar).toBeHidden()
      await page.waitForFunction(() => (window as unknown as { seen: number[] }).seen.length > 2)
      const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
      expect(new Set(seen)).toEqual(new Set([0]))
      expect((await measure(page)).rest).toBe(0)
    }
  })

  test(`without a script the announcement is shown and links to a mail, in ${name}`, async ({ openPage }) => {
    const page = await openPage({ javaScriptEnabled: false })
    await openIn(page, view, '/credits')
    const bar = page.getByRole('complementary', { name: texts.announcement })
    await unfold(page, view)
    await expect(bar.getByRole('link', { name: EMAIL })).toHaveAttribute('href', `mailto:${EMAIL}`)
    await expect(bar.getByRole('link', { name: texts.requestRefund })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('button', { name: texts.dismiss })).toHaveCount(0)
    await page.locator('.footer > :last-child').scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 10_000)
    const barBox = await bar.boundingBox()
    expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeCloseTo(800, 0)
    await expect
      .poll(async () => {
        const line = await page.locator('.footer > :last-child').boundingBox()
        return (line?.y ?? 0) + (line?.height ?? 0)
      })
      .toBeLessThan(barBox?.y ?? 0)
  })
}

test('the announcement and the support buttons are on every public page', async ({ page, pageErrors }) => {
  pageErrors.allow(404, /./)
  pageErrors.allow(400, /./)
  for (const path of PAGES) {
    await page.goto(`${path}?lang=en`)
    await expect(page.getByRole('complementary', { name: 'Announcement' }), path).toBeVisible()
    await expect(page.getByRole('button', { name: 'E-mail support' }), path).toBeVisible()
  }
})

test("the bar's text fits at every width in between", async ({ page }) => {
  for (const language of ['de', 'ru', 'fr', 'en'] as const) {
    await page.goto(`/credits?lang=${language}`)
    for (const widthPx of [320, 480, 767, 768, 900, 1023, 1024, 1440]) {
      await page.setViewportSize({ width: widthPx, height: 800 })
      const beyond = await page.evaluate(() => {
        const bar = document.querySelector('.announcement') ?? document.body
        const box = bar.getBoundingClientRect()
        const parts = [...bar.querySelectorAll('p, .announcement-act')].filter((part) =>
          part.checkVisibility(),
        )
        const boxes = parts.map((part) => part.getBoundingClientRect())
        return {
          wide: bar.scrollWidth - bar.clientWidth,
          above: box.top - Math.min(...boxes.map(({ top }) => top)),
          below: Math.max(...boxes.map(({ bottom }) => bottom)) - box.bottom,
        }
      })
      expect([language, widthPx, beyond.wide]).toEqual([language, widthPx, 0])
      expect(beyond.above).toBeLessThanOrEqual(0)
      expect(beyond.below).toBeLessThanOrEqual(0)
    }
  }
})

test('with high zoom the bar is at the page’s end and covers nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/credits?lang=en')
  const bar = page.getByRole('complementary', { name: 'Announcement' })
  await expect(bar).not.toBeInViewport()
  await page.getByRole('button', { name: 'Dismiss the announcement' }).click()
  await expect(bar).toBeHidden()
})

test('with text of twice the size the bar grows, and nothing covers what it opens', async ({ page }) => {
  const view = { language: 'ru', widthPx: 320 } as const
  const texts = supportTextsOf(view.language)
  await openIn(page, view, '/credits')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const bar = page.getByRole('complementary', { name: texts.announcement })
  await unfold(page, view)
  await expect(bar.getByRole('link', { name: EMAIL })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  const { height, rest } = await measure(page)
  expect(height).toBe(rest)
  await bar.getByRole('link', { name: legalPageTextsOf(view.language).withdraw }).click({ trial: true })
  await bar.getByRole('button', { name: texts.dismiss }).click()
  await expect(bar).toBeHidden()
})

test('on a phone, bar and support take 56 px and cover no control of any step of an order, in every language', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog')
  for (const language of LANGUAGES) {
    await page.goto(`/?lang=${language}`)
    await expectLow(page, `landing page in ${language}`)
    // its controls are the same in every language, and so is what is below them
    if (VIEWS.some((view) => view.language === language))
      expect(await coveredControls(page), `landing page in ${language}`).toEqual([])
    await page.locator('button.order').first().click()
    const { captcha } = siteTextsOf(language).checkout
    await expect(dialog.getByRole('img', { name: captcha.image })).toBeVisible()
    await expectUncovered(page, `order form in ${language}`)
  }
  const { id } = await order(page, {
    edition: 'standard',
    quantity: 1,
    network: 'trc20',
    email: 'bar@phone.example',
  })
  for (const language of LANGUAGES) {
    const { checkout, preOrder } = siteTextsOf(language)
    await page.goto(`/?lang=${language}`)
    await page.getByRole('button', { name: preOrder.continuePayment }).click()
    await expect(dialog.getByRole('img', { name: checkout.panel.qr })).toBeVisible()
    await expectWholeTexts(page, `payment panel in ${language}`)
    await expectUncovered(page, `payment panel in ${language}`)
    await page.goto(`/order/${id}?lang=${language}`)
    await expect(page.locator('.order-invoice')).toBeVisible()
    await page.locator('.order-page details:not([open]) > summary').evaluateAll((folds: HTMLElement[]) => {
      for (const fold of folds) fold.click()
    })
    await expectWholeTexts(page, `order page in ${language}`)
    await expectUncovered(page, `order page in ${language}`)
  }
})

/** Expects that no text is cut, and that what a step leads to and what it costs stay in view. */
async function expectWholeTexts(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await cutTexts(page), what).toEqual([])
  const foot = page.locator('dialog[open] .pay-foot')
  if ((await foot.count()) > 0) await expect(foot, what).toBeInViewport({ ratio: 1 })
}

/** Expects it on the narrowest phone, where what fits also fits a wider one. */
async function expectUncovered(page: Page, what: string): Promise<void> {
  await expectLow(page, what)
  expect(await coveredControls(page), what).toEqual([])
}

async function expectLow(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 568 })
  const heights = await page.evaluate(() =>
    ['.announcement', '.support'].map((part) => {
      const { top = 0 } = document.querySelector(part)?.getBoundingClientRect() ?? {}
      return innerHeight - top
    }),
  )
  expect(Math.max(...heights), what).toBeLessThanOrEqual(56)
}
