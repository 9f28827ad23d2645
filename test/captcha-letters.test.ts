import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawLetterMasks } from '../scripts/letter-masks.ts'

test("the captcha's letters are those of its fonts (else: npm run captcha:letters)", () => {
  const file = readFileSync('src/server/captcha/letters.bin')
  expect(inflateRawSync(file).equals(drawLetterMasks())).toBe(true)
  expect(file.length).toBeLessThan(30_000)
})
