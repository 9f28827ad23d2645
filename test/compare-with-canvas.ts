import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { HEIGHT_PX, WIDTH_PX, inkAt, type Ink } from '#server/captcha/new-ink.ts'

/** The canvas is this many times larger: what is small is moved and sharpened there to fit pixels. */
const SCALE = 4

/** How much ink differs from what a canvas draws, both relative to the ink of the canvas. */
export interface InkDifference {
  /** How much more there is; less is negative. */
  readonly more: number
  /** The sum of the differences of all pixels. */
  readonly apart: number
}

/** @param draw with pixels of the picture as its unit. */
export function compareWithCanvas(ink: Ink, draw: (context: SKRSContext2D) => void): InkDifference {
  const expected = coverOf(draw)
  let [sum, all, apart] = [0, 0, 0]
  for (const [at, cover] of expected.entries()) {
    const own = ink[inkAt(at % WIDTH_PX, Math.floor(at / WIDTH_PX))] ?? 0
    sum += own
    all += cover
    apart += Math.abs(own - cover)
  }
  return { more: sum / all - 1, apart: apart / all }
}

/** How much of each pixel a canvas covers, 0 to 255. */
function coverOf(draw: (context: SKRSContext2D) => void): Float64Array {
  const context = createCanvas(WIDTH_PX * SCALE, HEIGHT_PX * SCALE).getContext('2d')
  context.scale(SCALE, SCALE)
  draw(context)
  const { data } = context.getImageData(0, 0, WIDTH_PX * SCALE, HEIGHT_PX * SCALE)
  const cover = new Float64Array(WIDTH_PX * HEIGHT_PX)
  for (let y = 0, at = 3; y < HEIGHT_PX * SCALE; y++) {
    const row = Math.floor(y / SCALE) * WIDTH_PX
    for (let x = 0; x < WIDTH_PX * SCALE; x++, at += 4) {
      const to = row + Math.floor(x / SCALE)
      cover[to] = (cover[to] ?? 0) + (data[at] ?? 0) / SCALE ** 2
    }
  }
  return cover
}
