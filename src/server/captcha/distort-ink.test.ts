import { expect, test } from 'vitest'
import { distortInk } from './distort-ink.ts'
import { HEIGHT_PX, WIDTH_PX, inkAt, newInk } from './new-ink.ts'

test('a level line becomes a wave of 3 to 6 pixels up and down', () => {
  for (let count = 0; count < 20; count++) {
    const ink = newInk()
    for (let y = 43; y < 47; y++) ink.fill(255, inkAt(-7, y), inkAt(WIDTH_PX + 7, y))
    const shades = distortInk(ink)
    const middles = Array.from({ length: WIDTH_PX }, (_, x) =>
      middleOf(Array.from({ length: HEIGHT_PX }, (_, y) => shades[y * WIDTH_PX + x] ?? 0)),
    )
    expectWave(middles, 45, 3, 6)
  }
})

test('an upright line becomes a wave of 2 to 4 pixels sideways', () => {
  for (let count = 0; count < 20; count++) {
    const ink = newInk()
    for (let y = -7; y < HEIGHT_PX + 7; y++) ink.fill(255, inkAt(138, y), inkAt(142, y))
    const shades = distortInk(ink)
    const middles = Array.from({ length: HEIGHT_PX }, (_, y) =>
      middleOf(Array.from(shades.subarray(y * WIDTH_PX, (y + 1) * WIDTH_PX))),
    )
    expectWave(middles, 140, 2, 4)
  }
})

test('full ink is the last of 16 shades, and paper the first', () => {
  expect([...new Set(distortInk(newInk().fill(255)))]).toEqual([15])
  expect([...new Set(distortInk(newInk()))]).toEqual([0])
})

/** Where the ink of a line is, in pixels. */
function middleOf(shades: readonly number[]): number {
  const sum = shades.reduce((all, shade) => all + shade, 0)
  return shades.reduce((all, shade, at) => all + shade * (at + 0.5), 0) / sum
}

function expectWave(middles: readonly number[], around: number, least: number, most: number): void {
  const ends = [Math.max(...middles) - around, around - Math.min(...middles)]
  for (const height of ends) {
    expect(height).toBeGreaterThan(least - 0.3)
    expect(height).toBeLessThan(most + 0.3)
  }
}
