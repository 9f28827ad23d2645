import { makeButton, makeElement } from './make-element.ts'

const SHOWN_MS = 15_000
// A closing dialog first makes the rest of the page available to screen readers again.
const AFTER_DIALOG_MS = 150

/** Shows a message at the bottom of the page, long enough to be read; it can be dismissed earlier. */
export interface Toast {
  show(lines: readonly string[]): void
}

export function makeToast(closeLabel: string): Toast {
  const region = makeElement('div', 'toast')
  region.role = 'status'
  document.querySelector('.dock-tools')?.prepend(region)
  let timer = 0
  const hide = () => region.replaceChildren()
  const hideWhenRead = () => {
    timer = setTimeout(() => {
      if (region.matches(':hover, :focus-within')) hideWhenRead()
      else hide()
    }, SHOWN_MS)
  }
  return {
    show(lines) {
      clearTimeout(timer)
      hide()
      timer = setTimeout(() => {
        const paragraphs = lines.map((line) => {
          const paragraph = makeElement('p')
          paragraph.textContent = line
          return paragraph
        })
        region.append(...paragraphs, makeButton(closeLabel, 'close', 'toast-close', hide))
        hideWhenRead()
      }, AFTER_DIALOG_MS)
    },
  }
}
