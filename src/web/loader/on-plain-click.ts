/** Acts instead of following a link, unless a key asks the browser for something else, such as another tab. */
export function onPlainClick(selector: string, act: (link: HTMLAnchorElement) => void): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(selector)
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act(link)
  })
}
