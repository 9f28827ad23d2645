import { writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { drawLetterMasks } from './letter-masks.ts'

// Draws the letters of the captcha from its fonts. A test compares them.
writeFileSync(
  new URL('../src/server/captcha/letters.bin', import.meta.url),
  deflateRawSync(drawLetterMasks(), { level: 9 }),
)
