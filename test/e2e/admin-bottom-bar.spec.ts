import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/languages.ts'
import { signInAs } from './admin-fixture.ts'
import { expect, test } from './shop.ts'

/** A finger needs no less. */
const TOUCH_PX = 44

/** @returns what is wrong with each place of the bar: a word on two lines, a text that is cut, a target that is small. */
function barFaults(page: Page): Promise<string[]> {
  return page.locator('.bottom-bar').evaluate((bar, touchPx) => {
    const wordsIn = (node: Node) => [...(node.textContent ?? '').matchAll(/\S+/g)]
    const isBroken = (node: Node) =>
      wordsIn(node).some(({ index, 0: word }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
      })
    return [...bar.querySelectorAll<HTMLElement>('a, button')].flatMap((target) => {
      const name = target.querySelector<HTMLElement>('.nav-name')
      if (name === null) return ['a place without a name']
      const { left, right, width, height } = target.getBoundingClientRect()
      const own = name.getBoundingClientRect()
      const faults = {
        broken: [...name.childNodes].some(isBroken),
        cut: name.scrollWidth > name.clientWidth || own.left < left || own.right > right,
        outside: left < 0 || right > innerWidth,
        small: width < touchPx || height < touchPx,
      }
      return Object.entries(faults)
        .filter(([, isSo]) => isSo)
        .map(
          ([fault]) =>
            `${name.innerText}: ${fault}, ${String(Math.round(own.width))} of ${String(Math.round(width))} px`,
        )
    })
  }, TOUCH_PX)
}

for (const role of ['owner', 'viewer'] as const)
  test(`the bar at the bottom of a phone names all places of a ${role} whole, in every language`, async ({
    page,
    shop,
  }) => {
    await signInAs(page, shop, role)
    for (const language of LANGUAGES) {
      // the choice is in the header of a wide window
      await page.setViewportSize({ width: 1280, height: 844 })
      await page.locator('select[name=adminLanguage]').first().selectOption(language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expect(page.locator('.bottom-bar')).toBeVisible()
        expect(await barFaults(page), `${language} at ${String(width)}`).toEqual([])
      }
    }
  })
