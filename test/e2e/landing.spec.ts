import type { Page } from '@playwright/test'
import { isRightToLeft, LANGUAGES, type Language } from '#shared/languages.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { openInPieces } from './document-in-pieces.ts'
import { findViolations } from './find-violations.ts'
import { alternativesOf, headingsOf, LATIN_NAMES, linesOf } from './landing-texts.ts'
import { lettersOfFont } from './letters-of-font.ts'
import { scrollThrough, whileDrawn } from './scroll-through.ts'
import { expect, test } from './shop.ts'

/** The ends of tags after which a later element moves an earlier one, unless the styles prevent it. */
const PIECES = [
  '<header class="header">',
  '</svg>',
  '</nav>',
  '</form>',
  '</header>',
  '</script>',
  '<aside class="announcement"',
  '</button>',
  '</p>',
  '</button>',
  '</a>',
  '</div>',
  '</a>',
  '</aside>',
  '<aside class="support"',
  '</button>',
  '</button>',
  '</noscript>',
]
/** The same in the first picture, whose text stands at its end. */
const HERO_PIECES = ['<section class="hero">', '</h1>', '</p>', '<p class="hero-actions">', '</a>']

const WIDTHS = [320, 390, 768, 1280, 1920]

/** Text aside, axe sees the same in every language: English is checked in all three, each other language in one. */
const AXE_VIEWS = [
  [390, 'none'],
  [1280, 'none'],
  [1280, 'active'],
] as const
const axeViewsOf = (language: Language) =>
  language === 'en' ? AXE_VIEWS : AXE_VIEWS.filter((_view, at) => at === LANGUAGES.indexOf(language) % 3)

/** Late faces move more than early ones: these are checked at one width of two, by turns. */
const loadsOf = (language: Language) =>
  [
    [390, true],
    [LANGUAGES.indexOf(language) % 2 === 0 ? 390 : 1280, false],
  ] as const

/** Opens the page in a language and waits until hydration is complete. */
async function open(page: Page, language: Language): Promise<void> {
  await page.goto(`/?lang=${language}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
}

/** The page's text in the markup: one line, without scripts. */
async function visibleText(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const script of copy.querySelectorAll('script, select')) script.remove()
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
    const parts: string[] = []
    while (walker.nextNode() !== null) parts.push(walker.currentNode.textContent ?? '')
    return parts.join(' ').replace(/\s+/g, ' ')
  })
}

for (const language of LANGUAGES) {
  test(`the landing page in ${language} has every text of the game folder, fits every width, and passes axe`, async ({
    page: firstPage,
  }) => {
    await whileDrawn(firstPage, async (page) => {
      await open(page, language)
      await test.step('every section, in its order, with every text', () => expectEveryText(page, language))
      if (['ru', 'zh', 'ar', 'he'].includes(language))
        await test.step('no English text is left', () => expectNoEnglish(page))
      if (language === 'zh')
        await test.step('every character of its headings is in their face', () => expectWholeFace(page))
      await test.step('every width and 200 % zoom', async () => {
        for (const width of [...WIDTHS, 640]) {
          await page.setViewportSize({ width, height: width === 640 ? 400 : 800 })
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect([width, beyond]).toEqual([width, 0])
        }
      })
      await test.step('axe, in its own colours or in forced ones', async () => {
        for (const [width, forcedColors] of axeViewsOf(language)) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' })
          await scrollThrough(page)
          expect(await findViolations(page), `${String(width)} px, colours: ${forcedColors}`).toEqual([])
        }
      })
    })
  })

  test(`the landing page in ${language} has no layout shift while it loads and is scrolled, whether its fonts load early or late`, async ({
    page: firstPage,
  }) => {
    await whileDrawn(firstPage, async (page) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await listenForShifts(page)
      for (const [width, areFacesLate] of loadsOf(language)) {
        await page.setViewportSize({ width, height: 800 })
        await (areFacesLate ? openBeforeItsFaces(page, language) : open(page, language))
        await scrollThrough(page)
        const shifts = await page.evaluate(() => (window as unknown as ShiftedWindow).shifts)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect(sum, `${String(width)} px: ${JSON.stringify(shifts)}`).toBeLessThan(0.0005)
      }
    })
  })
}

for (const [width, pieces, what] of [
  [390, PIECES, 'the document'],
  [1280, PIECES, 'the document'],
  [390, HERO_PIECES, 'the first picture'],
  [1280, HERO_PIECES, 'the first picture'],
] as const) {
  test(`nothing shifts while ${what} arrives in pieces, at ${String(width)} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 800 })
    await listenForShifts(page)
    const shifts = await openInPieces(page, `${shop.url}/?lang=de`, pieces, () =>
      page.evaluate(() => (window as unknown as ShiftedWindow).shifts),
    )
    expect(shifts).toEqual([])
  })
}

test('the page needs no face of labels: one that comes late would move what stands beside it', async ({
  page,
}) => {
  for (const language of ['en', 'ru'] as const) {
    await open(page, language)
    await scrollThrough(page)
    const loaded = await page.evaluate(async () => {
      // as on a page whose face came in time
      document.documentElement.dataset['text'] = ''
      await document.fonts.load('1em Text')
      document.body.getBoundingClientRect()
      return [...(await document.fonts.ready)]
        .filter(({ family, status }) => family === 'Text' && status === 'loaded')
        .map(({ weight }) => weight)
    })
    expect(new Set(loaded), language).toEqual(new Set(['normal']))
  }
})

async function expectEveryText(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveAttribute('dir', isRightToLeft(language) ? 'rtl' : 'ltr')
  const headings = await page.locator(':is(main, footer) h2').allInnerTexts()
  const wanted = headingsOf(language)
  const found = headings.map((heading) => heading.toLocaleLowerCase())
  expect(found.filter((heading) => wanted.some((one) => one.toLocaleLowerCase() === heading))).toEqual(
    wanted.map((heading) => heading.toLocaleLowerCase()),
  )
  const words = await visibleText(page)
  for (const line of linesOf(language)) expect(words).toContain(line.replace(/\s+/g, ' '))
  const alternatives = await page
    .locator('main img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt))
  expect(alternatives).toEqual(expect.arrayContaining([...alternativesOf(language)]))
  const { landing } = siteTextsOf(language)
  for (const text of [landing.moreScreenshots, landing.partnersDisclaimer]) expect(words).toContain(text)
}

async function expectNoEnglish(page: Page): Promise<void> {
  const others = LATIN_NAMES.reduce((text, name) => text.replaceAll(name, ''), await foreignText(page))
  expect(others.match(/[A-Za-z]{3,}/g) ?? []).toEqual([])
}

/** The Chinese face is cut to the characters of the headings: another one would stand among them in another face. */
async function expectWholeFace(page: Page): Promise<void> {
  await expect(page.locator('.chapter h2').first()).toHaveCSS('font-family', /Display Chinese/)
  const shown = await page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode() !== null) {
      const element = walker.currentNode.parentElement
      if (element !== null && getComputedStyle(element).fontFamily.includes('Display Chinese'))
        texts.push(walker.currentNode.textContent ?? '')
    }
    return texts.join('')
  })
  const letters = lettersOfFont('src/web/fonts/noto-serif-sc-600.woff2')
  const used = [...new Set(shown.match(/\p{Script=Han}/gu))]
  expect(used.length).toBeGreaterThan(100)
  expect(
    used.filter((letter) => !letters.has(letter)),
    'after a new heading: art/subset-fonts.sh',
  ).toEqual([])
}

/** The page's text as it is shown, without elements that are in another language. */
async function foreignText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const hidden = [...document.querySelectorAll<HTMLElement>('body :is(script, style, select, [lang])')]
    const displays = hidden.map(({ style }) => style.display)
    for (const { style } of hidden) style.display = 'none'
    const text = document.body.innerText
    hidden.forEach(({ style }, at) => (style.display = displays[at] ?? ''))
    return text
  })
}

/** Opens the page and delays its fonts until its text is painted. */
async function openBeforeItsFaces(page: Page, language: Language): Promise<void> {
  const painted = Promise.withResolvers<undefined>()
  await page.route('**/*.woff2', async (route) => {
    await painted.promise
    await route.continue()
  })
  await page.goto(`/?lang=${language}`, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  painted.resolve(undefined)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.unroute('**/*.woff2')
}

interface ShiftedWindow {
  readonly shifts: readonly { readonly value: number; readonly moved: unknown }[]
}

/** Records every layout shift with its source: a rare one must be identifiable from a single run. */
async function listenForShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly {
        readonly node: Node | null
        readonly previousRect: DOMRect
        readonly currentRect: DOMRect
      }[]
    }
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        const moved = sources.map(({ node, previousRect, currentRect }) => [
          node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent,
          JSON.stringify([previousRect, currentRect]),
        ])
        shifts.push({ value, moved: [startTime, scrollY, ...moved] })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('a purchase count that cannot be read is read again', async ({ page, pageErrors }) => {
  pageErrors.allow(503, /purchase-counters/)
  let reads = 0
  await page.route('**/data/purchase-counters', async (route) => {
    reads += 1
    if (reads === 1) await route.fulfill({ status: 503, body: 'restarted' })
    else await route.continue()
  })
  await page.goto('/?lang=en')
  await page
    .getByRole('button', { name: /^Order Now/ })
    .first()
    .click()
  // the demo’s counts move by themselves, and are then read once more
  await expect.poll(() => reads).toBeGreaterThan(1)
})
