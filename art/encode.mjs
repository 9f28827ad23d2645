// Encodes a rendered picture for the game folder: `node art/encode.mjs map-bridge tmp/map-bridge.png [LEFT,TOP,WIDTH]`.
// LEFT,TOP,WIDTH in pixels of the PNG cut a framing out of it; without them the middle is taken.
// AVIF and WebP in the widths of pictures.mjs, and a placeholder 16 px wide that is put into the page itself.
import sharp from 'sharp'
import { stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BUDGET_KB, PICTURES } from './pictures.mjs'

const TARGET = fileURLToPath(new URL('../game/pictures', import.meta.url))
const PLACEHOLDER_BYTES = 110

const [name, source, framing] = process.argv.slice(2)
const picture = PICTURES[name]
if (picture === undefined || source === undefined)
  throw new Error(
    `expected one of ${Object.keys(PICTURES).join(', ')} and a PNG, got ${name ?? 'nothing'}: node art/encode.mjs hero hero.png`,
  )

/** The part of the PNG that has the picture's shape. */
async function cut() {
  if (framing === undefined) return sharp(source)
  const [left, top, width] = framing.split(',').map(Number)
  return sharp(source).extract({ left, top, width, height: Math.round(width / picture.ratio) })
}

const whole = await (await cut()).png().toBuffer()
const shape = (width) => sharp(whole).resize(width, Math.round(width / picture.ratio), { fit: 'cover' })

for (const width of picture.widths) {
  const file = `${TARGET}/${name}-${width}`
  let quality = picture.quality + 2
  do {
    quality -= 2
    await shape(width).avif({ quality, effort: 6, chromaSubsampling: '4:2:0' }).toFile(`${file}.avif`)
  } while ((await stat(`${file}.avif`)).size > BUDGET_KB[width] * 1000 && quality > 30)
  await shape(width).webp({ quality: 74, effort: 6, smartSubsample: true }).toFile(`${file}.webp`)
  const bytes = [(await stat(`${file}.avif`)).size, (await stat(`${file}.webp`)).size]
  console.log(`${name}-${width}: avif ${bytes[0]} B at q${quality}, webp ${bytes[1]} B`)
}

let quality = 50
let placeholder
do {
  quality -= 5
  placeholder = await shape(16).webp({ quality, effort: 6 }).toBuffer()
} while (placeholder.length > PLACEHOLDER_BYTES && quality > 0)
await writeFile(`${TARGET}/${name}-placeholder.webp`, placeholder)
console.log(`${name}-placeholder: ${placeholder.length} B`)
