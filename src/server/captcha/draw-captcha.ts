import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Canvas from '@napi-rs/canvas'
import { encodePng } from './encode-png.ts'

// not imported: the bundle would load it at the start of the shop, and it takes 16 MB
const { createCanvas, GlobalFonts } = createRequire(import.meta.url)('@napi-rs/canvas') as typeof Canvas

const WIDTH_PX = 280
const HEIGHT_PX = 90
/** More than any pixel is moved. */
const MARGIN_PX = 7
const INK_WIDTH = WIDTH_PX + 2 * MARGIN_PX
const FACES = ['atkinson-hyperlegible-bold', 'bitter-bold']
/** From no ink to all ink: steps that nobody sees. */
const SHADES = 32
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

for (const face of FACES) {
  const file = new URL(`./fonts/${face}.woff2`, import.meta.url)
  if (GlobalFonts.register(readFileSync(file), face) === null) {
    throw new Error(`font ${face}.woff2 cannot be read; restore it from the repository`)
  }
}

/**
 * Draws a code as a PNG: touching letters of mixed fonts, distorted by waves and crossed by strokes of the same colour,
 * so that they cannot be separated by columns or colours alone.
 */
export function drawCaptcha(code: string): Buffer {
  const canvas = createCanvas(WIDTH_PX, HEIGHT_PX)
  const context = canvas.getContext('2d')
  drawLetters(context, code)
  drawStrokes(context)
  const shades = shadesOf(INKS[randomInt(INKS.length)] ?? [0, 0, 0])
  return encodePng(WIDTH_PX, HEIGHT_PX, distort(context), shades)
}

/** The colours from the paper to the ink, by how much of a pixel is covered. */
function shadesOf(ink: Colour): readonly Colour[] {
  return Array.from({ length: SHADES }, (_, shade) => {
    const cover = shade / (SHADES - 1)
    return PAPER.map((paper, channel) => Math.round(paper + ((ink[channel] ?? 0) - paper) * cover))
  })
}

function drawLetters(context: Canvas.SKRSContext2D, code: string): void {
  const glyphs = Array.from(code, (letter) => ({
    letter,
    font: `${String(between(54, 64))}px ${FACES[randomInt(FACES.length)] ?? ''}`,
    angle: between(-15, 15) * (Math.PI / 180),
  }))
  const widths = glyphs.map(({ font, letter }) => {
    context.font = font
    return context.measureText(letter).width
  })
  const overlap = 3
  const total = widths.reduce((sum, width) => sum + width - overlap, overlap)
  const squeeze = Math.min(1, (WIDTH_PX - 16) / total)
  let x = (WIDTH_PX - total * squeeze) / 2 + between(-6, 6)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  for (const [place, { letter, font, angle }] of glyphs.entries()) {
    const width = (widths[place] ?? 0) * squeeze
    context.save()
    context.font = font
    context.translate(x + width / 2, HEIGHT_PX / 2 + between(-6, 6))
    context.transform(squeeze, 0, between(-18, 18) / 100, 1, 0, 0)
    context.rotate(angle)
    context.fillText(letter, 0, 0)
    context.restore()
    x += width - overlap * squeeze
  }
}

/** Draws strokes as thick as those of the letters across all of them; one of the strokes erases. */
function drawStrokes(context: Canvas.SKRSContext2D): void {
  context.lineCap = 'round'
  for (const [count, mode] of [
    [2, 'source-over'],
    [1, 'destination-out'],
  ] as const) {
    context.globalCompositeOperation = mode
    for (let stroke = 0; stroke < count; stroke++) {
      context.lineWidth = mode === 'source-over' ? between(22, 32) / 10 : between(14, 20) / 10
      context.beginPath()
      context.moveTo(between(-5, 25), between(15, 75))
      context.bezierCurveTo(
        between(50, 120),
        between(-10, 100),
        between(150, 230),
        between(-10, 100),
        between(255, 285),
        between(15, 75),
      )
      context.stroke()
    }
  }
  context.globalCompositeOperation = 'source-over'
}

/**
 * Moves every pixel along two waves, a row sideways and a column up or down, so that the place between pixels is the same
 * for a whole row and for a whole column. @returns the shade of each. The background is plain, since noise is slow to encode.
 */
function distort(from: Canvas.SKRSContext2D): Uint8Array {
  const ink = paddedInk(from.getImageData(0, 0, WIDTH_PX, HEIGHT_PX).data)
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
    const start = (y + MARGIN_PX) * INK_WIDTH + MARGIN_PX + Math.floor(shift)
    for (let x = 0; x < WIDTH_PX; x++) {
      const at = start + (offsets[x] as number)
      const below = at + INK_WIDTH
      const a = ink[at] as number
      const b = ink[at + 1] as number
      const c = ink[below] as number
      const d = ink[below + 1] as number
      // most of the picture is paper
      if ((a | b | c | d) === 0) continue
      const down = downs[x] as number
      const upper = a * (PARTS - right) + b * right
      const lower = c * (PARTS - right) + d * right
      const cover = upper * (PARTS - down) + lower * down
      shades[y * WIDTH_PX + x] = cover >> SHADE_SHIFT
    }
  }
  return shades
}

/** The parts between a pixel and the next; whole numbers are quicker than fractions. */
const PARTS = 64
/** 256 x PARTS x PARTS >> SHADE_SHIFT is SHADES. */
const SHADE_SHIFT = 15

const partsOf = (move: number) => Math.round((move - Math.floor(move)) * PARTS)

/** How much of each pixel is covered, 0 to 255, with an empty margin of `MARGIN_PX` on all sides. */
function paddedInk(rgba: Uint8ClampedArray): Uint8Array {
  const ink = new Uint8Array(INK_WIDTH * (HEIGHT_PX + 2 * MARGIN_PX))
  for (let y = 0; y < HEIGHT_PX; y++) {
    const start = (y + MARGIN_PX) * INK_WIDTH + MARGIN_PX
    for (let x = 0; x < WIDTH_PX; x++) ink[start + x] = rgba[(y * WIDTH_PX + x) * 4 + 3] ?? 0
  }
  return ink
}

function wave(leastPx: number, mostPx: number, shortPx: number, longPx: number): (at: number) => number {
  const height = between(leastPx, mostPx)
  const length = between(shortPx, longPx)
  const phase = between(0, 628) / 100
  return (at) => height * Math.sin((at / length) * 2 * Math.PI + phase)
}

function between(least: number, most: number): number {
  return randomInt(least, most + 1)
}
