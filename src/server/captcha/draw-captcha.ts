import { randomInt } from 'node:crypto'
import { distortInk } from './distort-ink.ts'
import { drawLetter } from './draw-letter.ts'
import { drawStroke } from './draw-stroke.ts'
import { encodePng } from './encode-png.ts'
import { FACES, MASK_SIZE_PX, letterOf } from './load-letters.ts'
import { HEIGHT_PX, WIDTH_PX, newInk, type Ink } from './new-ink.ts'

/** From no ink to all ink: steps that nobody sees. */
const SHADES = 16
type Colour = readonly number[]
const PAPER: Colour = [250, 247, 240]
const INKS: readonly Colour[] = [
  [74, 26, 32],
  [22, 52, 88],
  [28, 70, 44],
  [70, 40, 92],
  [88, 54, 14],
  [20, 68, 74],
]
/** How far a letter begins before the end of the one before it. */
const OVERLAP_PX = 3

/**
 * Draws a code as a PNG: touching letters of mixed fonts, distorted by waves and crossed by strokes of the same colour,
 * so that they cannot be separated by columns or colours alone.
 */
export function drawCaptcha(code: string): Buffer {
  const ink = newInk()
  drawLetters(ink, code)
  drawStrokes(ink)
  const shades = shadesOf(INKS[randomInt(INKS.length)] ?? [0, 0, 0])
  return encodePng(WIDTH_PX, HEIGHT_PX, distortInk(ink), shades)
}

/** The colours from the paper to the ink, by how much of a pixel is covered. */
function shadesOf(ink: Colour): readonly Colour[] {
  return Array.from({ length: SHADES }, (_, shade) => {
    const cover = shade / (SHADES - 1)
    return PAPER.map((paper, channel) => Math.round(paper + ((ink[channel] ?? 0) - paper) * cover))
  })
}

function drawLetters(ink: Ink, code: string): void {
  const glyphs = Array.from(code, (character) => {
    const scale = between(54, 64) / MASK_SIZE_PX
    const letter = letterOf(randomInt(FACES.length), character)
    return { letter, scale, width: letter.advance * scale, angle: between(-15, 15) * (Math.PI / 180) }
  })
  const total = glyphs.reduce((sum, { width }) => sum + width - OVERLAP_PX, OVERLAP_PX)
  const squeeze = Math.min(1, (WIDTH_PX - 16) / total)
  let left = (WIDTH_PX - total * squeeze) / 2 + between(-6, 6)
  for (const { letter, scale, width, angle } of glyphs) {
    const x = left + (width * squeeze) / 2
    const y = HEIGHT_PX / 2 + between(-6, 6)
    drawLetter(ink, letter, { x, y, angle, skew: between(-18, 18) / 100, squeeze, scale })
    left += (width - OVERLAP_PX) * squeeze
  }
}

/** Draws strokes as thick as those of the letters across all of them; one of the strokes erases. */
function drawStrokes(ink: Ink): void {
  for (const isErasing of [false, false, true]) {
    const thicknessPx = isErasing ? between(14, 20) / 10 : between(22, 32) / 10
    drawStroke(
      ink,
      [
        [between(-5, 25), between(15, 75)],
        [between(50, 120), between(-10, 100)],
        [between(150, 230), between(-10, 100)],
        [between(255, 285), between(15, 75)],
      ],
      { thicknessPx, isErasing },
    )
  }
}

function between(least: number, most: number): number {
  return randomInt(least, most + 1)
}
