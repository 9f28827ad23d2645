import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { drawCaptcha } from './draw-captcha.ts'
import { CHARACTERS, FACES, MASK_SIZE_PX, letterOf } from './load-letters.ts'

test('splitting a picture at empty columns does not give its six letters', async () => {
  let solved = 0
  for (let count = 0; count < 30; count++) {
    const dark = await darkPixels(drawCaptcha('KXR47W'))
    if (runs(dark.columns) === 6) solved++
  }
  expect(solved).toBeLessThan(3)
})

test('collecting connected ink does not give six letters either', async () => {
  let solved = 0
  for (let count = 0; count < 30; count++) {
    const dark = await darkPixels(drawCaptcha('KXR47W'))
    if (blobs(dark).filter((size) => size > 150).length === 6) solved++
  }
  expect(solved).toBeLessThan(8)
})

test('a picture has the ink of its six letters and of its strokes', async () => {
  // letters that cover more in one face than in the other
  const code = 'BGEBGE'
  const meanSize = (54 + 64) / 2
  const letters = Array.from(code, areaOf).reduce((sum, area) => sum + area) * (meanSize / MASK_SIZE_PX) ** 2
  const count = 60
  let dark = 0
  for (let at = 0; at < count; at++)
    dark += (await darkPixels(drawCaptcha(code))).cells.filter(Boolean).length
  // any of the letters has more ink than is between the two
  expect(dark / count - letters).toBeGreaterThan(500)
  expect(dark / count - letters).toBeLessThan(950)
})

test('two pictures of one code differ, each character can be drawn, and no picture is larger than 6 kB', () => {
  expect(drawCaptcha('ABCDEF').equals(drawCaptcha('ABCDEF'))).toBe(false)
  const codes = CHARACTERS.match(/.{6}/g) ?? []
  expect(codes).toHaveLength(6)
  for (const code of codes) expect(drawCaptcha(code).length, code).toBeLessThan(6_000)
})

/** The pixels that a letter covers as its mask, the mean of all faces. */
function areaOf(character: string): number {
  const letters = FACES.map((_, face) => letterOf(face, character))
  const covers = letters.flatMap(({ masks, start, width, height }) => [
    ...masks.subarray(start, start + width * height),
  ])
  return covers.reduce((sum, cover) => sum + cover / 255, 0) / FACES.length
}

interface Dark {
  readonly width: number
  readonly height: number
  readonly cells: readonly boolean[]
  readonly columns: readonly boolean[]
}

async function darkPixels(png: Buffer): Promise<Dark> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  const cells = Array.from(
    { length: width * height },
    (_, at) => (data[at * 4] ?? 0) + (data[at * 4 + 1] ?? 0) < 300,
  )
  const columns = Array.from({ length: width }, (_, x) =>
    cells.some((isDark, at) => isDark && at % width === x),
  )
  return { width, height, cells, columns }
}

function runs(columns: readonly boolean[]): number {
  return columns.filter((isDark, x) => isDark && columns[x - 1] !== true).length
}

function blobs({ width, cells }: Dark): readonly number[] {
  const left = new Set(cells.flatMap((isDark, at) => (isDark ? [at] : [])))
  const sizes: number[] = []
  for (const start of left) {
    const queue = [start]
    left.delete(start)
    let size = 0
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      size++
      for (const next of [at - 1, at + 1, at - width, at + width]) if (left.delete(next)) queue.push(next)
    }
    sizes.push(size)
  }
  return sizes
}
