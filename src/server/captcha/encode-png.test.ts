import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { encodePng } from './encode-png.ts'

test('a picture with a palette is decoded as it was', async () => {
  const [width, height] = [37, 5]
  const palette = [
    [250, 247, 240],
    [74, 26, 32],
    [0, 0, 255],
  ] as const
  const indexes = Uint8Array.from({ length: width * height }, (_, at) => (at * 7) % palette.length)
  const image = await loadImage(encodePng(width, height, indexes, palette))
  expect([image.width, image.height]).toEqual([width, height])
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const expected = Array.from(indexes).flatMap((index) => [...(palette[index] ?? []), 255])
  expect(Array.from(data)).toEqual(expected)
})
