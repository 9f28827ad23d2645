import type { Browser, Page } from '@playwright/test'
import { visit, type Visit } from './phone.ts'
import type { ResponseKind, TapResponse, Point } from './probe.ts'

// The same in all three pages.
const PLUS = '[aria-label="Increase quantity"]'
const ORDER = 'button.order[value="standard"]'
const NUMBER_WITHIN_MS = 5_000
const DIALOG_WITHIN_MS = 10_000

/** Each is null if the tap had no response in time. */
export interface TapMeasurement {
  /** "+", tapped at the moment it becomes visible. */
  readonly plusEarly: TapResponse | null
  /** "+" of an idle page. */
  readonly plusWarm: TapResponse | null
  /** An order button of an idle page, until its dialog opens. */
  readonly dialogWarm: TapResponse | null
}

/** Measures a visitor who taps "+" as soon as it is visible, taps it again later, and then orders. */
export function measureTaps(browser: Browser, url: string): Promise<TapMeasurement> {
  return visit(browser, url, async ({ page, network }) => {
    const plusEarly = await tapWhenVisible(page, PLUS, 'quantity', 0)
    await network.quiet()
    const plusWarm = await tapWhenVisible(page, PLUS, 'quantity', 0)
    await network.quiet()
    return { plusEarly, plusWarm, dialogWarm: await tapWhenVisible(page, ORDER, 'dialog', 0) }
  })
}

export type EarlyTap = { readonly kind: 'opened'; readonly response: TapResponse } | { readonly kind: 'lost' }

/** Taps 'Order Now' once, the given ms after it becomes visible: does its dialog open within ten seconds? */
export function tapEarly(browser: Browser, url: string, afterMs: number): Promise<EarlyTap> {
  return visit(browser, url, async ({ page }: Visit) => {
    const response = await tapWhenVisible(page, ORDER, 'dialog', afterMs)
    if (response === null) return { kind: 'lost' }
    return { kind: 'opened', response }
  })
}

/** Sends one trusted touch, as a finger does, to the place where the button was when it became visible. */
async function tapWhenVisible(
  page: Page,
  selector: string,
  kind: ResponseKind,
  afterMs: number,
): Promise<TapResponse | null> {
  const place: Point = await page.evaluate(
    ([wanted, expected, ms]) => window.probe.whenVisible(wanted, expected, ms),
    [selector, kind, afterMs + (kind === 'dialog' ? DIALOG_WITHIN_MS : NUMBER_WITHIN_MS)] as const,
  )
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
  await page.touchscreen.tap(place.x, place.y)
  return page.evaluate(() => window.probe.tapResponse())
}

/** The time from the touch until the dialog's form can be filled in, in ms. */
export function usableTimeMs({ tappedAtMs, usableAtMs }: TapResponse): number {
  return usableAtMs - tappedAtMs
}

/** The time from the touch to the response, in ms. */
export function responseTimeMs({ tappedAtMs, shownAtMs: answeredAtMs }: TapResponse): number {
  return answeredAtMs - tappedAtMs
}
