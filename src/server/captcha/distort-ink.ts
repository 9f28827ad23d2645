import { randomInt } from 'node:crypto'
import { HEIGHT_PX, INK_WIDTH, MARGIN_PX, WIDTH_PX, inkAt, type Ink } from './new-ink.ts'

/** The parts between a pixel and the next; whole numbers are quicker than fractions. */
const PARTS = 64
/** 256 x PARTS x PARTS >> SHADE_SHIFT is 16, the number of shades. */
const SHADE_SHIFT = 16

/**
 * Moves every pixel along two waves, a row sideways and a column up or down, so that the place between pixels is the same
 * for a whole row and for a whole column. The background is plain, since noise is slow to encode.
 *
 * @returns the shade of each pixel, 0 to 15.
 */
export function distortInk(ink: Ink): Uint8Array {
  const shades = new Uint8Array(WIDTH_PX * HEIGHT_PX)
  const ofColumn = wave(3, MARGIN_PX - 1, 70, 120)
  const offsets = new Int32Array(WIDTH_PX)
  const downs = new Int32Array(WIDTH_PX)
  for (let x = 0; x < WIDTH_PX; x++) {
    const shift = ofColumn(x)
    offsets[x] = x + Math.floor(shift) * INK_WIDTH
    downs[x] = partsOf(shift)
  }
  const ofRow = wave(2, 4, 35, 60)
  for (let y = 0; y < HEIGHT_PX; y++) {
    const shift = ofRow(y)
    const right = partsOf(shift)
    const start = inkAt(Math.floor(shift), y)
    for (let x = 0; x < WIDTH_PX; x++) {
      const at = start + (offsets[x] as number)
      const below = at + INK_WIDTH
      const a = ink[at] as number
      const b = ink[at + 1] as number
      const c = ink[below] as number
      const d = ink[below + 1] as number
      // most of the picture is paper
      if ((a | b | c | d) === 0) continue
      const upper = a * PARTS + (b - a) * right
      const lower = c * PARTS + (d - c) * right
      shades[y * WIDTH_PX + x] = (upper * PARTS + (lower - upper) * (downs[x] as number)) >> SHADE_SHIFT
    }
  }
  return shades
}

/** Of the way from a pixel to the next, in `PARTS`. */
const partsOf = (move: number) => Math.round((move - Math.floor(move)) * PARTS)

function wave(leastPx: number, mostPx: number, shortPx: number, longPx: number): (at: number) => number {
  const height = randomInt(leastPx, mostPx + 1)
  const length = randomInt(shortPx, longPx + 1)
  const phase = randomInt(629) / 100
  return (at) => height * Math.sin((at / length) * 2 * Math.PI + phase)
}
