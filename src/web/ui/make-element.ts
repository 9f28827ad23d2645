/** Creates an element with a tag name and class, for code without React. */
export function makeElement<Kind extends keyof HTMLElementTagNameMap>(
  kind: Kind,
  className = '',
): HTMLElementTagNameMap[Kind] {
  const element = document.createElement(kind)
  element.className = className
  return element
}

const PATHS = {
  close: 'M4 4l12 12M16 4L4 16',
  previous: 'M12 4l-6 6 6 6',
  next: 'M8 4l6 6-6 6',
} as const

export type Glyph = keyof typeof PATHS

/** A button that shows a symbol and has a label for screen readers. */
export function makeButton(
  label: string,
  glyph: Glyph,
  className: string,
  onClick: () => void,
): HTMLButtonElement {
  const button = makeElement('button', className)
  button.type = 'button'
  button.setAttribute('aria-label', label)
  button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${PATHS[glyph]}"/></svg>`
  button.addEventListener('click', onClick)
  return button
}
