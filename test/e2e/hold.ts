import type { Page, Route } from '@playwright/test'

/** Holds back the answers to requests for these files; resolves to what lets them go, from then on at once. */
export async function hold(page: Page, files: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isHeld = true
  await page.route(files, async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  return async () => {
    isHeld = false
    await Promise.all(held.map((route) => route.continue()))
  }
}
