/** Runs an action when an element that fits the selector, or something in it, is clicked. */
export function onClick(selector: string, act: (element: HTMLElement, event: MouseEvent) => void): void {
  addEventListener('click', (event) => {
    const found = event.target instanceof Element && event.target.closest<HTMLElement>(selector)
    if (found) act(found, event)
  })
}
