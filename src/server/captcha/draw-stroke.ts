import { HEIGHT_PX, INK_WIDTH, WIDTH_PX, inkAt, type Ink } from './new-ink.ts'

type Point = readonly [x: number, y: number]

/** A cubic Bézier curve. Each of its points is to the right of the one before, so that no column is crossed twice. */
export type Curve = readonly [from: Point, leaving: Point, arriving: Point, to: Point]

/** How a curve is drawn. */
export interface Brush {
  readonly thicknessPx: number
  /** Takes ink away in place of adding it. */
  readonly isErasing: boolean
}

/** The parts of a curve that are drawn as straight lines. */
const PARTS = 64

/** Draws a curve with a round brush: in each column the pixels around it, by their distance from its tangent there. */
export function drawStroke(ink: Ink, curve: Curve, brush: Brush): void {
  drawDot(ink, curve[0], brush)
  drawDot(ink, curve[3], brush)
  let [x, y] = curve[0]
  for (let part = 1; part <= PARTS; part++) {
    const [nextX, nextY] = pointOf(curve, part / PARTS)
    const slope = (nextY - y) / (nextX - x)
    const end = Math.min(WIDTH_PX, Math.ceil(nextX - 0.5))
    for (let column = Math.max(0, Math.ceil(x - 0.5)); column < end; column++) {
      drawColumn(ink, column, y + (column + 0.5 - x) * slope, slope, brush)
    }
    x = nextX
    y = nextY
  }
}

/** Draws what is in one column of a line that crosses its middle at `y`. */
function drawColumn(ink: Ink, column: number, y: number, slope: number, brush: Brush): void {
  const perPixel = 1 / Math.sqrt(1 + slope * slope)
  const reach = reachOf(brush)
  const first = Math.max(0, Math.ceil(y - reach / perPixel - 0.5))
  const last = Math.min(HEIGHT_PX - 1, Math.floor(y + reach / perPixel - 0.5))
  for (let row = first, at = inkAt(column, first); row <= last; row++, at += INK_WIDTH) {
    drawPixel(ink, at, reach - Math.abs(row + 0.5 - y) * perPixel, brush)
  }
}

/** Draws the round end of a stroke. */
function drawDot(ink: Ink, [x, y]: Point, brush: Brush): void {
  const reach = reachOf(brush)
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(WIDTH_PX - 1, Math.ceil(x + reach))]
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(HEIGHT_PX - 1, Math.ceil(y + reach))]
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      drawPixel(ink, inkAt(column, row), reach - distance, brush)
    }
  }
}

/** @param cover how much of the pixel the brush covers; more than 1 is all of it, and less than 0 nothing. */
function drawPixel(ink: Ink, at: number, cover: number, { isErasing }: Brush): void {
  if (cover <= 0) return
  const part = Math.min(1, cover)
  const old = ink[at] as number
  ink[at] = isErasing ? old * (1 - part) : old + (255 - old) * part
}

/** From the middle of the brush to where no pixel is covered: half a pixel beyond its edge. */
function reachOf({ thicknessPx }: Brush): number {
  return thicknessPx / 2 + 0.5
}

function pointOf([from, leaving, arriving, to]: Curve, at: number): Point {
  const rest = 1 - at
  const [a, b, c, d] = [rest * rest * rest, 3 * rest * rest * at, 3 * rest * at * at, at * at * at]
  return [
    a * from[0] + b * leaving[0] + c * arriving[0] + d * to[0],
    a * from[1] + b * leaving[1] + c * arriving[1] + d * to[1],
  ]
}
