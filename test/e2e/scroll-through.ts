import type { Page } from '@playwright/test'

/** A frame takes a fraction of a second, and on a busy machine a few. */
const FRAME_WITHIN_MS = 30_000
const ATTEMPTS = 3

/** The browser draws a page no more. */
class NoFrameError extends Error {}

/**
 * Runs a check that scrolls through a page, and once more in a new page if the browser stopped drawing the first.
 *
 * Chromium 156 does so about once in a hundred scrolls on a busy machine: all tiles of a screen are drawn, and it still waits for them
 * ("pending tree not ready" in a trace). Neither input nor another size wakes such a page.
 */
export async function whileDrawn(page: Page, check: (page: Page) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const drawn = attempt === 1 ? page : await page.context().newPage()
    try {
      await check(drawn)
      return
    } catch (error) {
      if (!(error instanceof NoFrameError) || attempt === ATTEMPTS) throw error
      await drawn.close()
    }
  }
}

/**
 * Scrolls to the end, one screen at a time, and waits for the pictures of each. Names a step that does not end.
 *
 * @throws {NoFrameError} if the browser stopped drawing: run the check by {@link whileDrawn}.
 */
export async function scrollThrough(page: Page): Promise<void> {
  const isDrawn = await page.evaluate(async (frameWithinMs) => {
    const within = (what: () => unknown, step: Promise<unknown>) =>
      Promise.race([
        step,
        new Promise((_resolve, reject) => {
          setTimeout(() => {
            reject(new Error(`not ended within a minute: ${JSON.stringify(what())}`))
          }, 60_000)
        }),
      ])
    const drawn = () =>
      Promise.race([
        new Promise<true>((resolve) => {
          requestAnimationFrame(() => {
            requestAnimationFrame(() => {
              resolve(true)
            })
          })
        }),
        new Promise<false>((resolve) => {
          setTimeout(() => {
            resolve(false)
          }, frameWithinMs)
        }),
      ])
    // not decode(): its promise waits for the compositor, which may not answer
    const loaded = async (image: HTMLImageElement) => {
      if (!image.complete) await new Promise((resolve) => (image.onload = image.onerror = resolve))
      if (image.naturalWidth === 0) throw new Error(`not a picture: ${image.currentSrc}`)
    }
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    // without a system font for Chinese its characters are boxes half as wide until the page's face is there
    const unread = () => sheets.filter(({ sheet }) => sheet === null)
    await within(
      () => ['style sheets', unread().map(({ href }) => href)],
      Promise.all(unread().map((link) => new Promise((resolve) => (link.onload = link.onerror = resolve)))),
    )
    document.body.getBoundingClientRect()
    await within(
      () => ['faces', [...document.fonts].map(({ family, status }) => [family, status])],
      document.fonts.ready,
    )
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      if (!(await drawn())) return false
      // those of a strip that are beyond its edge load once it is swiped
      const near = [...document.images].filter((image) => {
        const { top: start, bottom: end, left, right } = image.getBoundingClientRect()
        return end > 0 && start < innerHeight && right > 0 && left < innerWidth
      })
      await within(
        () => near.map(({ outerHTML, complete, currentSrc }) => [complete, currentSrc, outerHTML]),
        Promise.all(near.map(loaded)),
      )
    }
    scrollTo({ top: 0, behavior: 'instant' })
    return drawn()
  }, FRAME_WITHIN_MS)
  if (!isDrawn) throw new NoFrameError('the browser draws no more frames')
}
