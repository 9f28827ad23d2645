import type { Browser } from '@playwright/test'
import { visit } from './phone.ts'

/** Bytes of HTML, styles and scripts, before the load event, of what a visitor opens after the landing page. */
export interface NextVisits {
  /** The landing page again. */
  readonly repeatBytes: number
  /** By path, such as `/legal/terms`. */
  readonly secondBytes: ReadonlyMap<string, number>
}

const SECOND_PAGES = ['/legal/terms', '/credits', '/recover', '/status', '/order?edition=standard'] as const

/** Measures what the browser fetches when a visitor of the landing page comes again, and when they open another page. */
export async function measureNextVisits(browser: Browser, url: string): Promise<NextVisits> {
  const after = (path: string) =>
    visit(browser, url, async ({ page, network }) => {
      await network.quiet()
      network.forget()
      await page.goto(new URL(path, url).href, { waitUntil: 'load' })
      await network.quiet()
      return network.codeBytesBeforeIdle()
    })
  const secondBytes = new Map<string, number>()
  const repeatBytes = await after('/')
  for (const path of SECOND_PAGES) secondBytes.set(path, await after(path))
  return { repeatBytes, secondBytes }
}
