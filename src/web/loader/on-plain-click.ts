/**
 * Runs an action instead of following a link, unless a modifier key asks the browser for something else, such as a new
 * tab.
 */
export function onPlainClick(selector: string, act: (link: HTMLAnchorElement) => void): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(selector)
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act(link)
  })
}
