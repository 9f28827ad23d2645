import type { Browser, Page } from '@playwright/test'
import { visit } from './phone.ts'

/** What a buyer can touch on our page, and whether it opens something that Escape closes. */
const CONTROLS = [
  ['menu', '.menu-button', 'opens'],
  ['a link to a section', '.hero-actions .button', 'stays'],
  ['a picture of the gallery', '.shot-link', 'opens'],
  ['"+"', '[data-step="1"]', 'stays'],
  ['"−"', '[data-step="-1"]', 'stays'],
  ['"Order Now"', 'button.order[value="standard"]', 'opens'],
  ['wishlist', '[data-opens="wishlist"]', 'opens'],
  ['e-mail support', '.support-button[data-asks="email"]', 'opens'],
  ['refunds and contact', '.announcement-more', 'opens'],
  ['dismiss the announcement', '[data-dismiss]', 'stays'],
] as const

export type ControlName = (typeof CONTROLS)[number][0] | 'a digit of the quantity'

/** Browsers report no interaction below this. */
const SHORTEST_MS = 16
const REPORTED_WITHIN_MS = 1500

/** The time from a touch of each control of an idle page to the next frame, in ms: what the metric INP is made of. */
export function measureInteractions(
  browser: Browser,
  url: string,
): Promise<ReadonlyMap<ControlName, number>> {
  return visit(browser, url, async ({ page, network }) => {
    await network.quiet()
    const times = new Map<ControlName, number>()
    const act = async (name: ControlName, input: () => Promise<void>) => {
      await network.quiet()
      await watchInteractions(page)
      await input()
      times.set(name, await slowestInteraction(page))
    }
    for (const [name, selector, effect] of CONTROLS) {
      const control = page.locator(selector).first()
      await control.evaluate((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
      })
      await act(name, () => control.tap())
      if (effect === 'opens') await page.keyboard.press('Escape')
    }
    await page.locator('#quantity').focus()
    await act('a digit of the quantity', () => page.keyboard.press('2'))
    return times
  })
}

declare global {
  interface Window {
    interactions?: number[]
  }
}

async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate((shortestMs) => {
    const times: number[] = []
    const isNew = window.interactions === undefined
    window.interactions = times
    if (!isNew) return
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) window.interactions?.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: shortestMs } as PerformanceObserverInit)
  }, SHORTEST_MS)
}

/** The slowest event of the interaction; the shortest that is reported if none was. */
async function slowestInteraction(page: Page): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, REPORTED_WITHIN_MS))
  const times = await page.evaluate(() => window.interactions ?? [])
  return Math.max(SHORTEST_MS, ...times)
}
