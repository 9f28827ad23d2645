import type { Page } from '@playwright/test'

/**
 * @returns the texts of the page, or of the dialog that is open, that are cut by their element or reach beyond the
 *   window's sides.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      )
    return [...scope.querySelectorAll<HTMLElement>('*')]
      .filter((element) => hasText(element) && element.checkVisibility() && element.offsetWidth > 1)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isCut = getComputedStyle(element).overflow !== 'visible'
        const isTooWide = isCut && element.scrollWidth > element.clientWidth
        const isTooHigh = isCut && element.scrollHeight > element.clientHeight
        return left < -1 || right > innerWidth + 1 || isTooWide || isTooHigh
      })
      .map((element) => element.outerHTML.slice(0, 200))
  })
}
