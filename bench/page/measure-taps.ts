import type { Browser, Page } from '@playwright/test'
import { visit, type Visit } from './phone.ts'
import type { Answer, Answered, Place } from './probe.ts'

// The same in all three pages.
const PLUS = '[aria-label="Increase quantity"]'
const ORDER = 'button.order[value="standard"]'
const NUMBER_WITHIN_MS = 5_000
const DIALOG_WITHIN_MS = 10_000

/** Each is null if the tap had no response in time. */
export interface Taps {
  /** "+", tapped at the moment it becomes visible. */
  readonly plusEarly: Answered | null
  /** "+" of an idle page. */
  readonly plusWarm: Answered | null
  /** An order button of an idle page, until its dialog opens. */
  readonly dialogWarm: Answered | null
}

/** Measures a visitor who taps "+" as soon as it is visible, taps it again later, and then orders. */
export function measureTaps(browser: Browser, url: string): Promise<Taps> {
  return visit(browser, url, async ({ page, network }) => {
    const plusEarly = await tapWhenVisible(page, PLUS, 'quantity', 0)
    await network.quiet()
    const plusWarm = await tapWhenVisible(page, PLUS, 'quantity', 0)
    await network.quiet()
    return { plusEarly, plusWarm, dialogWarm: await tapWhenVisible(page, ORDER, 'dialog', 0) }
  })
}

export type EarlyTap = { readonly kind: 'opened'; readonly answered: Answered } | { readonly kind: 'lost' }

/** Taps 'Order Now' once, the given ms after it becomes visible: does its dialog open within ten seconds? */
export function tapEarly(browser: Browser, url: string, afterMs: number): Promise<EarlyTap> {
  return visit(browser, url, async ({ page }: Visit) => {
    const answered = await tapWhenVisible(page, ORDER, 'dialog', afterMs)
    if (answered === null) return { kind: 'lost' }
    return { kind: 'opened', answered }
  })
}

/** Sends one trusted touch, as a finger does, to the place where the button was when it became visible. */
async function tapWhenVisible(
  page: Page,
  selector: string,
  answer: Answer,
  afterMs: number,
): Promise<Answered | null> {
  const place: Place = await page.evaluate(
    ([wanted, kind, ms]) => window.probe.whenVisible(wanted, kind, ms),
    [selector, answer, afterMs + (answer === 'dialog' ? DIALOG_WITHIN_MS : NUMBER_WITHIN_MS)] as const,
  )
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
  await page.touchscreen.tap(place.x, place.y)
  return page.evaluate(() => window.probe.answered())
}

/** The time from the touch to the response, in ms. */
export function waitedMs({ tappedAtMs, answeredAtMs }: Answered): number {
  return answeredAtMs - tappedAtMs
}
