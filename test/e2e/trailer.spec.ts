import type { Locator, Page } from '@playwright/test'
import { loadDialogTexts } from '#texts/load-dialog-texts.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { expect, test } from './shop.ts'
import { expectAccessible, openIn } from './views.ts'

/** Records the files of the trailer that a page requests. */
function requestsOf(page: Page): readonly string[] {
  const files: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/game\/(trailer|poster|captions)/.test(pathname)) files.push(pathname)
  })
  return files
}

const secondsOf = (video: Locator) => video.evaluate((element) => (element as HTMLVideoElement).currentTime)

/** The languages of the captions that are showing. */
const shownOf = (video: Locator) =>
  video.evaluate((element) =>
    [...(element as HTMLVideoElement).textTracks].flatMap(({ mode, language }) =>
      mode === 'showing' ? [language] : [],
    ),
  )

test('the trailer is fetched when it is asked for, plays with captions, can be sought and stops when it is closed', async ({
  page,
}) => {
  const { hero } = siteTextsOf('en')
  const { close } = await loadDialogTexts('en')
  const files = requestsOf(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openIn(page, { language: 'en', widthPx: 1280 })
  await page.waitForLoadState('networkidle')
  expect(files).toEqual([])

  const link = page.getByRole('link', { name: hero.watchTrailer })
  await link.click()
  const dialog = page.getByRole('dialog', { name: hero.watchTrailer })
  const video = dialog.locator('video')
  await expect(video).toBeFocused()
  await expect(video).toHaveJSProperty('paused', false)
  await expect.poll(() => secondsOf(video)).toBeGreaterThan(0.2)
  expect(await shownOf(video)).toEqual(['en'])
  await expectAccessible(page, 'dialog[open]')

  // a part of the file is enough to go on from the middle
  await video.evaluate((element) => {
    ;(element as HTMLVideoElement).currentTime = 14
  })
  await expect.poll(() => secondsOf(video)).toBeGreaterThan(14.2)

  const detached = await video.elementHandle()
  await dialog.getByRole('button', { name: close }).click()
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()
  const state = await detached.evaluate((element) => {
    const { paused, networkState, currentSrc } = element as HTMLVideoElement
    return { paused, isEmpty: networkState === HTMLMediaElement.NETWORK_EMPTY, currentSrc }
  })
  expect(state).toMatchObject({ paused: true, isEmpty: true })
})

test('on a phone that saves data and motion the small trailer waits, works from the keyboard and closes with Escape', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const { hero } = siteTextsOf('ar')
  await openIn(page, { language: 'ar', widthPx: 320 })
  const link = page.getByRole('link', { name: hero.watchTrailer })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: hero.watchTrailer })
  const video = dialog.locator('video')
  await expect(video).toBeFocused()
  await expect(video).toHaveJSProperty('paused', true)
  await expect
    .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentSrc))
    .toMatch(/-854\./)
  expect(await shownOf(video)).toEqual(['ar'])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(320)

  await page.keyboard.press('Space')
  await expect.poll(() => secondsOf(video)).toBeGreaterThan(0.2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the trailer is a link to its file', async ({ page }) => {
    await page.goto('/?lang=en')
    const link = page.getByRole('link', { name: siteTextsOf('en').hero.watchTrailer })
    const reply = await page.request.get((await link.getAttribute('href')) ?? '', {
      headers: { range: 'bytes=0-15' },
    })
    expect([reply.status(), reply.headers()['content-type']]).toEqual([206, 'video/mp4'])
  })
})
