import { onClick } from './on-click.ts'

/**
 * Runs an action instead of following a link, unless a modifier key asks the browser for something else, such as a new
 * tab.
 */
export function onPlainClick(selector: string, act: (link: HTMLElement) => void): void {
  onClick(selector, (link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act(link)
  })
}
