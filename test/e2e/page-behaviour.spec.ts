import { loadGame } from '#server/site/load-game.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { cutTexts } from './cut-texts.ts'
import { findViolations } from './find-violations.ts'
import { expect, test } from './shop.ts'

const { gallery } = loadGame('game')

/** The specified English wording, section by section. */
const SPEC_WORDS = [
  ...['Launching in', 'Days', 'Hours', 'Minutes', 'Seconds', 'Order Now', 'Learn more'],
  ...[
    'Epic Battles',
    'Horror Elements',
    'Vast Arsenal',
    'Trading System',
    'Adventure Mode',
    'Multiple Languages',
  ],
  ...['Dynamic Combat', 'Health System', 'Defense Mechanics', 'Precision Targeting', 'Achievements'],
  ...['Skill Progression', 'Single Player', 'Multiplayer', '1–100 players', 'Ranked', 'Arcade', 'Quick play'],
  ...['Wizards', 'Warriors', 'Angels', 'Demons', 'Horror', 'Fantasy', 'PvP', 'Adventure'],
  ...[
    'Clans and Teams',
    'Play-to-Earn',
    'Anti-Cheat',
    'Player Rewards',
    'Dedication',
    'Moderation',
    'Fair Play',
  ],
  ...['More Screenshots Coming Soon', 'Min: 1, Max: 100', 'Best Value', '12,480 people have purchased'],
  ...['7,936 people have purchased', 'Early access 3 days before release', 'fictional game'],
]

test('the page has the specified wording', async ({ page }) => {
  await page.goto('/?lang=en')
  const words = (await page.locator('body').innerText()).replace(/\s+/g, ' ').toLowerCase()
  for (const text of SPEC_WORDS) {
    // other tests buy as well: the counts increase
    if (text.includes('people have purchased')) expect(words).toMatch(/\d{1,2},\d{3} people have purchased/)
    else expect(words).toContain(text.toLowerCase())
  }
})

test('at zero the countdown says that pre-orders are open, and keeps its zeros', async ({ page }) => {
  const release = new Date('2025-10-18T23:59:59Z')
  // the clock runs while the page loads, however long that takes
  await page.clock.install({ time: release.getTime() - 3_600_000 })
  // as the page was before the release
  await page.route('**/?lang=ar', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replace('launch over', 'launch') })
  })
  await page.goto('/?lang=ar')
  const { preOrdersOpen } = siteTextsOf('ar').hero
  await page.locator('html[data-live]').waitFor()
  await page.clock.pauseAt(release.getTime() - 2000)
  await expect(page.getByRole('timer').locator('b').last()).toHaveText(/^0[12]$/)
  await expect(page.getByText(preOrdersOpen)).toBeHidden()
  await page.clock.runFor(3000)
  await expect(page.getByText(preOrdersOpen)).toBeVisible()
  await expect(page.getByRole('timer').locator('b')).toHaveText(['00', '00', '00', '00'])
})

test('the order form is complete in every language, fits down to 320 px and is two screens of a phone', async ({
  page,
}) => {
  for (const language of LANGUAGES) {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`/?lang=${language}`)
    const texts = siteTextsOf(language)
    await page.getByRole('button', { name: texts.preOrder.orderNow, exact: true }).last().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: texts.checkout.form.submit })).toBeVisible()
    await expect(dialog.getByRole('img', { name: texts.checkout.captcha.image })).toBeVisible()
    // the longest form: of a coin with several networks
    await dialog.getByRole('radio', { name: new RegExp(`^${texts.checkout.coin.usdt}`) }).check()
    await expect(dialog.getByRole('group', { name: texts.checkout.network.legend })).toBeVisible()
    for (const size of [
      { width: 320, height: 568 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      const what = `${language} at ${String(size.width)} px`
      const beyond = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(beyond, what).toBeLessThanOrEqual(0)
      expect(await cutTexts(page), what).toEqual([])
      for (const part of [
        dialog.getByRole('button', { name: texts.checkout.form.submit }),
        dialog.locator('.pay-total'),
        dialog.locator('.pay-submit-reason'),
      ])
        await expect(part, what).toBeInViewport({ ratio: 1 })
    }
    expect(await dialog.evaluate((element) => element.scrollHeight), language).toBeLessThanOrEqual(2 * 844)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await findViolations(page, { include: 'dialog[open]' }), language).toEqual([])
  }
})

test('a gallery picture opens in the viewer, which has arrow keys and returns the focus', async ({
  page,
}) => {
  await page.goto('/?lang=en')
  const shots = page.locator('#gallery a[href$=".webp"]')
  await expect(shots).toHaveCount(gallery.length)
  await shots.first().focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  const position = (at: number) => `Picture ${String(at)} of ${String(gallery.length)}`
  await expect(viewer).toContainText(position(1))
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toContainText(position(2))
  await page.keyboard.press('ArrowLeft')
  await expect(viewer).toContainText(position(1))
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(shots.first()).toBeFocused()
})

test('without a script a gallery picture links to its file', async ({ openPage }) => {
  const page = await openPage({ javaScriptEnabled: false })
  await page.goto('/?lang=en')
  await page.locator('#gallery a[href$=".webp"]').first().click()
  await expect(page).toHaveURL(({ pathname }) =>
    pathname.startsWith(`/game/${gallery[0]?.picture.name ?? 'none'}-1600.`),
  )
})

test('nothing moves for a reader who prefers reduced motion', async ({ page }) => {
  const sparks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/embers-')) sparks.push(request.url())
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/?lang=en')
  await expect.poll(() => sparks).toHaveLength(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/?lang=en')
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(sparks).toHaveLength(1)
})

test('a shared link shows the game: title, text, and a picture of the declared size', async ({
  page,
  request,
}) => {
  await page.goto('/?lang=en')
  const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content')
  expect(await meta('title')).toContain('Ashen Dominion')
  expect(await meta('description')).not.toBe('')
  const picture = await request.get((await meta('image')) ?? '')
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  expect(await page.locator('link[rel="alternate"][hreflang]').count()).toBe(LANGUAGES.length + 1)
})

test('behind an open order form, sections off the screen are not rendered, and keep their sizes until it is closed', async ({
  page,
}) => {
  await page.goto('/?lang=en')
  await page.locator('html[data-live]').waitFor()
  const order = page.locator('button.order[value="standard"]')
  await order.scrollIntoViewIfNeeded()
  // what arrives later changes sizes by itself
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const sections = () =>
    page.locator('main > section').evaluateAll((all) =>
      all.map((section) => {
        const { top, bottom, height } = section.getBoundingClientRect()
        const isHidden = getComputedStyle(section).contentVisibility === 'hidden'
        return { height, isHidden, isOffScreen: bottom < 0 || top > innerHeight }
      }),
    )
  const before = await sections()
  expect(before.filter(({ isHidden }) => isHidden)).toEqual([])
  await order.click()
  await page.locator('.checkout-body').waitFor()
  const resting = (await sections()).filter(({ isHidden }) => isHidden)
  expect(resting.length).toBeGreaterThan(5)
  expect(resting.map(({ height }) => height)).toEqual(
    before.flatMap(({ height, isOffScreen }) => (isOffScreen ? [height] : [])),
  )
  await page.keyboard.press('Escape')
  await expect.poll(sections).toEqual(before)
  await order.click()
  await expect.poll(async () => (await sections()).some(({ isHidden }) => isHidden)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect((await sections()).filter(({ isHidden }) => isHidden)).toEqual([])
})
