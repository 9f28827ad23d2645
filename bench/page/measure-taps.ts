import type { Browser, Page } from '@playwright/test'
import { visit, type Visit } from './phone.ts'
import type { Answer, Answered, Place } from './probe.ts'

// The same in all three pages.
const PLUS = '[aria-label="Increase quantity"]'
const ORDER = 'button.order[value="standard"]'
const WITHIN_MS = 10_000

export interface Taps {
  /** From the navigation to the number that follows a tap at the moment the button is to be seen. */
  readonly plusSeenMs: number
  /** From that tap to the number. */
  readonly plusEarlyMs: number
  /** From a tap on the button of a page at rest to the number. */
  readonly plusWarmMs: number
  /** From a tap on an order button of a page at rest to its dialog. */
  readonly dialogWarmMs: number
}

/** A visitor who taps "+" as soon as it is there, and later again, and then orders. Null where a tap had no answer. */
export function measureTaps(browser: Browser, url: string): Promise<Taps | null> {
  return visit(browser, url, async ({ page, network }) => {
    const early = await tapWhenVisible(page, PLUS, 'quantity', 0)
    await network.quiet()
    const warm = await tapWhenVisible(page, PLUS, 'quantity', 0)
    await network.quiet()
    const dialog = await tapWhenVisible(page, ORDER, 'dialog', 0)
    if (early === null || warm === null || dialog === null) return null
    return {
      plusSeenMs: early.answeredAtMs,
      plusEarlyMs: waited(early),
      plusWarmMs: waited(warm),
      dialogWarmMs: waited(dialog),
    }
  })
}

export type EarlyTap =
  | { readonly kind: 'opened'; readonly waitedMs: number; readonly sinceNavigationMs: number }
  | { readonly kind: 'lost' }

/** One tap on 'Order Now', so many ms after it is to be seen: does its dialog open within ten seconds? */
export function tapEarly(browser: Browser, url: string, afterMs: number): Promise<EarlyTap> {
  return visit(browser, url, async ({ page }: Visit) => {
    const answered = await tapWhenVisible(page, ORDER, 'dialog', afterMs)
    if (answered === null) return { kind: 'lost' }
    return { kind: 'opened', waitedMs: waited(answered), sinceNavigationMs: answered.answeredAtMs }
  })
}

/** A single trusted touch, as a finger makes it. Where the button stood when it was first seen is where it is tapped. */
async function tapWhenVisible(
  page: Page,
  selector: string,
  answer: Answer,
  afterMs: number,
): Promise<Answered | null> {
  const place: Place = await page.evaluate(
    ([wanted, kind, ms]) => window.probe.whenVisible(wanted, kind, ms),
    [selector, answer, afterMs + WITHIN_MS] as const,
  )
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
  await page.touchscreen.tap(place.x, place.y)
  return page.evaluate(() => window.probe.answered())
}

function waited({ tappedAtMs, answeredAtMs }: Answered): number {
  return answeredAtMs - tappedAtMs
}
