// Encodes a rendered picture for the game folder: `node art/encode-pictures.mjs hero path/to/hero.png`.
// AVIF and WebP in three widths, and a 20 px placeholder that is put into the page itself.
import sharp from 'sharp'
import { writeFile } from 'node:fs/promises'

const WIDTHS = [640, 960, 1600]
const [name, source] = process.argv.slice(2)
if (source === undefined)
  throw new Error('expected a name and a PNG: node art/encode-pictures.mjs hero hero.png')

for (const width of WIDTHS) {
  const picture = sharp(source).resize(width)
  const file = `game/pictures/${name}-${width}`
  await picture.clone().avif({ quality: 52, effort: 6, chromaSubsampling: '4:2:0' }).toFile(`${file}.avif`)
  await picture.clone().webp({ quality: 76, effort: 6, smartSubsample: true }).toFile(`${file}.webp`)
}
await writeFile(
  `game/pictures/${name}-placeholder.webp`,
  await sharp(source).resize(20).webp({ quality: 40 }).toBuffer(),
)
