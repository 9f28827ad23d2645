import type { Browser } from '@playwright/test'
import { visit } from './phone.ts'

/** Bytes of HTML, styles and scripts, before the load event, of what a visitor opens after the landing page. */
export interface NextVisits {
  /** The landing page again. */
  readonly repeatBytes: number
  /** By path, such as `/legal/terms`: as the second page, and as the one after it. */
  readonly laterBytes: ReadonlyMap<string, { readonly second: number; readonly third: number }>
}

const LATER_PAGES = ['/legal/terms', '/credits', '/recover', '/status', '/order?edition=standard'] as const

/**
 * Measures what the browser fetches when a visitor of the landing page comes again, and when they open other pages. The
 * second page of a visit whose third is measured is one of another kind, with which it shares the common files alone.
 */
export async function measureNextVisits(browser: Browser, url: string): Promise<NextVisits> {
  const after = (...paths: readonly string[]) =>
    visit(browser, url, async ({ page, network }) => {
      await network.quiet()
      for (const path of paths) {
        network.forget()
        await page.goto(new URL(path, url).href, { waitUntil: 'load' })
        await network.quiet()
      }
      return network.codeBytesBeforeIdle()
    })
  const laterBytes = new Map<string, { second: number; third: number }>()
  const repeatBytes = await after('/')
  for (const path of LATER_PAGES) {
    const before = path === '/credits' ? '/recover' : '/credits'
    laterBytes.set(path, { second: await after(path), third: await after(before, path) })
  }
  return { repeatBytes, laterBytes }
}
