import { encode } from 'uqr'
import { QR_MARGIN_MODULES } from '#shared/constants.ts'

/** Pages that wait for a payment load themselves again and again: the same few addresses. */
const REMEMBERED = 500
const drawn = new Map<string, string>()

/** Draws a text as a QR code: an SVG as a data URL, a path of horizontal lines. */
export function drawPlainQr(text: string): string {
  const known = drawn.get(text)
  if (known !== undefined) return known
  const { data, size } = encode(text, { ecc: 'M', border: QR_MARGIN_MODULES })
  const lines = data.flatMap((modules, row) =>
    linesOf(modules).map(([x, length]) => `M${String(x)},${String(row)}.5h${String(length)}`),
  )
  const side = String(size)
  // what a data URL and an attribute both take as it is, but for # < and >
  const image =
    `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${side} ${side}' shape-rendering='crispEdges'%3E` +
    `%3Cpath fill='%23fff' d='M0,0h${side}v${side}H0z'/%3E%3Cpath stroke='%23000' d='${lines.join('')}'/%3E%3C/svg%3E`
  if (drawn.size >= REMEMBERED) drawn.clear()
  drawn.set(text, image)
  return image
}

/** The runs of dark modules in a row: where each begins, and its length. */
function linesOf(modules: readonly boolean[]): readonly (readonly [number, number])[] {
  const lines: [number, number][] = []
  for (const [x, isDark] of modules.entries()) {
    if (!isDark) continue
    const last = lines.at(-1)
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1
    else lines.push([x, 1])
  }
  return lines
}
