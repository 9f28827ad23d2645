import { readFileSync } from 'node:fs'
import { GlobalFonts } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { compareWithCanvas } from '#test/compare-with-canvas.ts'
import { drawLetter, type Stance } from './draw-letter.ts'
import { CHARACTERS, FACES, MASK_SIZE_PX, letterOf } from './load-letters.ts'
import { HEIGHT_PX, WIDTH_PX, inkAt, newInk } from './new-ink.ts'

for (const face of FACES) {
  GlobalFonts.register(readFileSync(new URL(`./fonts/${face}.woff2`, import.meta.url)), face)
}

const STANCES: readonly Stance[] = [
  { x: 61.3, y: 40.6, angle: 0.26, skew: 0.18, squeeze: 0.9, scale: 54 / 64 },
  { x: 203.8, y: 50.2, angle: -0.15, skew: -0.18, squeeze: 1, scale: 1 },
  { x: 140, y: 45, angle: 0, skew: 0, squeeze: 1, scale: 59 / 64 },
]

test.each(FACES.flatMap((face) => STANCES.map((stance) => ({ face, stance }))))(
  'each letter of $face covers what a canvas draws, at $stance',
  ({ face, stance }) => {
    for (const character of CHARACTERS) {
      const ink = newInk()
      drawLetter(ink, letterOf(FACES.indexOf(face), character), stance)
      const { more, apart } = compareWithCanvas(ink, (context) => {
        // large, since the middle of a font is a whole number of pixels
        context.font = `${String(MASK_SIZE_PX * 4)}px ${face}`
        context.textBaseline = 'middle'
        context.textAlign = 'center'
        context.translate(stance.x, stance.y)
        context.transform(stance.squeeze, 0, stance.skew, 1, 0, 0)
        context.rotate(stance.angle)
        context.scale(stance.scale / 4, stance.scale / 4)
        context.fillText(character, 0, 0)
      })
      expect(Math.abs(more), character).toBeLessThan(0.02)
      expect(apart, character).toBeLessThan(0.08)
    }
  },
)

test('a letter beyond the edge of the picture leaves the margin empty', () => {
  const ink = newInk()
  drawLetter(ink, letterOf(0, 'W'), { x: 3, y: 86, angle: 0.2, skew: 0, squeeze: 1, scale: 1 })
  expect(Math.max(...ink)).toBe(255)
  for (let y = 0; y < HEIGHT_PX; y++) ink.fill(0, inkAt(0, y), inkAt(WIDTH_PX, y))
  expect(Math.max(...ink)).toBe(0)
})

test('a letter over another takes none of its ink away', () => {
  const ink = newInk()
  const stance = { x: 140, y: 45, angle: 0.1, skew: 0, squeeze: 1, scale: 1 }
  drawLetter(ink, letterOf(0, 'A'), stance)
  const once = ink.slice()
  drawLetter(ink, letterOf(1, 'X'), { ...stance, x: 150 })
  expect(ink.every((cover, at) => cover >= (once[at] ?? 0))).toBe(true)
  expect(ink.some((cover, at) => cover > (once[at] ?? 0))).toBe(true)
})

test('a character without a mask is named', () => {
  expect(() => letterOf(0, 'é')).toThrow(
    'expected a character of ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789, got é',
  )
})
