import opentype from 'opentype.js'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Reads a face of an npm package in `art/node_modules`, such as `cinzel/files/cinzel-latin-600-normal.woff`. */
export function openFace(file) {
  const bytes = readFileSync(fileURLToPath(new URL(`node_modules/@fontsource/${file}`, import.meta.url)))
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** The commands of an outline as an SVG path. The library's own text runs numbers together where one is a negative zero. */
function pathOf(commands, decimals) {
  const numbers = (...all) => all.map((one) => Number(one.toFixed(decimals)) + 0).join(' ')
  return commands
    .map(({ type, x1, y1, x2, y2, x, y }) => {
      if (type === 'Z') return 'Z'
      if (type === 'C') return `C${numbers(x1, y1, x2, y2, x, y)}`
      if (type === 'Q') return `Q${numbers(x1, y1, x, y)}`
      return `${type}${numbers(x, y)}`
    })
    .join('')
}

/** A line of text as the outline of its letters, so that no picture needs a font: `{ outline, width }`. */
export function outlineOf(face, text, { size, tracking = 0, decimals = 2 }) {
  let outline = ''
  let at = 0
  let before = null
  for (const letter of text) {
    const glyph = face.charToGlyph(letter)
    if (before !== null) at += (face.getKerningValue(before, glyph) * size) / face.unitsPerEm
    outline += pathOf(glyph.getPath(at, 0, size).commands, decimals)
    at += (glyph.advanceWidth * size) / face.unitsPerEm + tracking
    before = glyph
  }
  return { outline, width: at - tracking }
}
