import type { Page } from '@playwright/test'

/**
 * Scrolls to each visible control of a page by the shortest way, down and up again. A modal dialog is the page while it
 * is open.
 *
 * @returns the markup of those whose middle is then outside the window, or behind something else.
 */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog[open]') ?? document.body
    const controls = [
      ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
    ].filter((control) => {
      const { width, height } = control.getBoundingClientRect()
      return (
        control.checkVisibility({ visibilityProperty: true }) &&
        width > 1 &&
        height > 1 &&
        !control.matches('.skip')
      )
    })
    const isReached = (control: HTMLElement) => {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      // the first line of a link that is broken into several
      const [box] = control.getClientRects()
      if (box === undefined) return false
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      return hit !== null && (control.contains(hit) || hit.contains(control))
    }
    return [...controls, ...controls.toReversed()]
      .filter((control) => !isReached(control))
      .map((control) => control.outerHTML.slice(0, 200))
  })
}
