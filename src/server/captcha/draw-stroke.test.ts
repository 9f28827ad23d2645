import { expect, test } from 'vitest'
import { compareWithCanvas } from '#test/compare-with-canvas.ts'
import { drawStroke, type Curve } from './draw-stroke.ts'
import { inkAt, newInk } from './new-ink.ts'

const curveOf = (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) =>
  [
    [a, b],
    [c, d],
    [e, f],
    [g, h],
  ] satisfies Curve
const CURVES: readonly Curve[] = [
  curveOf(-5, 30, 85, 100, 190, -10, 285, 60),
  curveOf(25, 75, 50, -10, 150, 100, 255, 15),
  curveOf(25, 45, 50, -10, 230, -10, 255, 75),
  curveOf(10, 45, 90, 45, 190, 45, 270, 45),
]

test.each(CURVES.flatMap((curve) => [1.4, 3.2].map((thicknessPx) => ({ curve, thicknessPx }))))(
  'a stroke covers what a canvas draws, and erases the same: from $curve.0 to $curve.3, $thicknessPx px',
  ({ curve, thicknessPx }) => {
    const drawn = newInk()
    drawStroke(drawn, curve, { thicknessPx, isErasing: false })
    const erased = newInk().fill(255)
    drawStroke(erased, curve, { thicknessPx, isErasing: true })
    for (const ink of [drawn, erased.map((cover) => 255 - cover)]) {
      const { more, apart } = compareWithCanvas(ink, (context) => {
        const [from, leaving, arriving, to] = curve
        context.lineCap = 'round'
        context.lineWidth = thicknessPx
        context.beginPath()
        context.moveTo(...from)
        context.bezierCurveTo(...leaving, ...arriving, ...to)
        context.stroke()
      })
      expect(Math.abs(more)).toBeLessThan(0.04)
      expect(apart).toBeLessThan(0.08)
    }
  },
)

test('the ends of a stroke are round', () => {
  const ink = newInk()
  drawStroke(ink, curveOf(25, 45, 50, 45, 150, 45, 255, 45), { thicknessPx: 3.2, isErasing: false })
  for (const [end, corner] of [
    [24, 23],
    [255, 256],
  ] as const) {
    expect(ink[inkAt(end, 44)]).toBe(255)
    expect(ink[inkAt(corner, 43)]).toBe(0)
  }
})
