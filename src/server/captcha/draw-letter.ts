import type { Letter } from './load-letters.ts'
import { HEIGHT_PX, WIDTH_PX, inkAt, type Ink } from './new-ink.ts'

/** How a letter stands in the picture. */
export interface Stance {
  /** Of the letter's origin, in pixels. */
  readonly x: number
  readonly y: number
  /** In radians, clockwise. The letter is turned first, then leant and made narrower, then moved. */
  readonly angle: number
  /** How far it leans to the right for each pixel that it goes down. */
  readonly skew: number
  /** Of its width. */
  readonly squeeze: number
  /** Of its mask. */
  readonly scale: number
}

/** Places in a mask are counted in this part of a pixel, as whole numbers. */
const ONE = 1 << 16
/** The weights between two pixels. */
const WEIGHT_BITS = 8
const WEIGHTS = 1 << WEIGHT_BITS
/** Keeps what is rounded inside the mask, whose outermost pixels are empty. */
const EDGE = 0.01

/** Adds a letter to the ink: looks up where each pixel that it may cover lies in its mask. */
export function drawLetter(ink: Ink, letter: Letter, stance: Stance): void {
  const { masks, start, width } = letter
  const [mostU, mostV] = [width - 1 - EDGE, letter.height - 1 - EDGE]
  const { stepU, stepV, placeOf } = lookUp(letter, stance)
  const [moveU, moveV] = [Math.round(stepU * ONE), Math.round(stepV * ONE)]
  const { top, bottom } = rowsOf(letter, stance)
  for (let y = top; y <= bottom; y++) {
    const [u, v] = placeOf(y)
    const first = Math.ceil(Math.max(0, stepsUntil(u, stepU, mostU), stepsUntil(v, stepV, mostV)))
    const last = Math.floor(
      Math.min(WIDTH_PX - 1, stepsWithin(u, stepU, mostU), stepsWithin(v, stepV, mostV)),
    )
    if (first > last) continue
    let atU = Math.round((u + first * stepU) * ONE)
    let atV = Math.round((v + first * stepV) * ONE)
    const end = inkAt(last, y)
    for (let at = inkAt(first, y); at <= end; at++, atU += moveU, atV += moveV) {
      const from = start + (atV >> 16) * width + (atU >> 16)
      const a = masks[from] as number
      const b = masks[from + 1] as number
      const c = masks[from + width] as number
      const d = masks[from + width + 1] as number
      if ((a | b | c | d) === 0) continue
      const right = (atU >> WEIGHT_BITS) & (WEIGHTS - 1)
      const down = (atV >> WEIGHT_BITS) & (WEIGHTS - 1)
      const upper = a * WEIGHTS + (b - a) * right
      const lower = c * WEIGHTS + (d - c) * right
      const cover = (upper * WEIGHTS + (lower - upper) * down) >> (2 * WEIGHT_BITS)
      const old = ink[at] as number
      // as paint over paint: where two edges meet, what is left of the paper is the product
      ink[at] = old + ((cover * (256 - old)) >> 8)
    }
  }
}

/** Where the pixels of a row lie in the mask: the first one, and how far the next one is from each. */
function lookUp({ left, top }: Letter, { x, y, angle, skew, squeeze, scale }: Stance) {
  const [cosine, sine] = [Math.cos(angle) / scale, Math.sin(angle) / scale]
  const [stepU, stepV] = [cosine / squeeze, -sine / squeeze]
  const placeOf = (row: number): readonly [u: number, v: number] => {
    // the middle of the row's first pixel from the letter's origin, without the skew
    const down = row + 0.5 - y
    const across = 0.5 - x - skew * down
    return [across * stepU + down * sine - left - 0.5, across * stepV + down * cosine - top - 0.5]
  }
  return { stepU, stepV, placeOf }
}

/** The rows of the picture that a letter may cover. */
function rowsOf({ left, top, width, height }: Letter, { y, angle, scale }: Stance) {
  const [cosine, sine] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  const [one, other] = [left * sine, (left + width) * sine]
  return {
    top: Math.max(0, Math.floor(y + Math.min(one, other) + top * cosine)),
    bottom: Math.min(HEIGHT_PX - 1, Math.ceil(y + Math.max(one, other) + (top + height) * cosine)),
  }
}

/** How many steps it takes from a place to what is between `EDGE` and `most`; infinitely many if steps do not lead there. */
function stepsUntil(place: number, step: number, most: number): number {
  return Math.min((EDGE - place) / step, (most - place) / step)
}

/** After how many steps from a place it is the last time between `EDGE` and `most`. */
function stepsWithin(place: number, step: number, most: number): number {
  return Math.max((EDGE - place) / step, (most - place) / step)
}
