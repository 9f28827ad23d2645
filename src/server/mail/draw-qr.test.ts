import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encode } from 'uqr'
import { drawQr } from './draw-qr.ts'

const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'

test('the picture is a PNG with every module of the code, and white around it', async () => {
  const { data, info } = await sharp(drawQr(ADDRESS)).raw().toBuffer({ resolveWithObject: true })
  const { data: modules, size } = encode(ADDRESS, { ecc: 'M', border: 4 })
  expect([info.width, info.height]).toEqual([size * 8, size * 8])
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      const at = ((y * 8 + 4) * info.width + x * 8 + 4) * info.channels
      expect([x, y, data[at]]).toEqual([x, y, isDark ? 0 : 255])
    }
  }
  expect(modules.slice(0, 4).flat().some(Boolean)).toBe(false)
})

test('it is small, and the same for the same text', () => {
  expect(drawQr(ADDRESS)).toEqual(drawQr(ADDRESS))
  expect(drawQr(ADDRESS).length).toBeLessThan(2000)
})
