/** Creates an element with a tag name and class, for code without React. */
export function makeElement<Kind extends keyof HTMLElementTagNameMap>(
  kind: Kind,
  className = '',
): HTMLElementTagNameMap[Kind] {
  const element = document.createElement(kind)
  element.className = className
  return element
}

const SVG = 'http://www.w3.org/2000/svg'
const PATHS = { close: 'M4 4l12 12M16 4L4 16', previous: 'M12 4l-6 6 6 6', next: 'M8 4l6 6-6 6' } as const

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
  button.append(drawGlyph(glyph))
  button.addEventListener('click', onClick)
  return button
}

/** Not by `innerHTML`, which the pages' Trusted Types refuse. */
function drawGlyph(glyph: Glyph): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[glyph])
  svg.append(path)
  return svg
}
