import type { Browser } from '@playwright/test'
import { visit } from './phone.ts'

export interface LoadMeasurement {
  readonly fcpMs: number
  readonly lcpMs: number
  readonly cls: number
  readonly blockedMs: number
  readonly earlyCodeBytes: number
  readonly scriptBytes: number
  readonly requests: number
}

/** Measures a visitor who only reads, until everything that loads by itself has loaded. */
export function measureLoad(browser: Browser, url: string): Promise<LoadMeasurement> {
  return visit(browser, url, async ({ page, network }) => {
    await network.quiet()
    const vitals = await page.evaluate(() => window.probe.vitals())
    return {
      ...vitals,
      earlyCodeBytes: network.codeBytesBeforeIdle(),
      scriptBytes: network.scriptBytes(),
      requests: network.requestsBeforeIdle(),
    }
  })
}

const STEPS_PER_SCREEN = 2

/** Measures layout shifts while the page loads, and while it is scrolled to its end and back. */
export function measureShifts(browser: Browser, url: string): Promise<number> {
  return visit(browser, url, async ({ page, network }) => {
    await network.quiet()
    await page.evaluate(async (steps) => {
      const step = innerHeight / steps
      for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
        scrollTo({ top, behavior: 'instant' })
        // the pace of a fast reader: lazy pictures load while their place is visible
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }, STEPS_PER_SCREEN)
    await network.quiet()
    await page.evaluate(() => {
      scrollTo({ top: 0, behavior: 'instant' })
    })
    await network.quiet()
    const { cls } = await page.evaluate(() => window.probe.vitals())
    return cls
  })
}
