// Makes the wordmark and the icons, and with a render of the hero the share image: `node art/logo.mjs [tmp/hero.png]`.
import sharp from 'sharp'
import { optimize } from 'svgo'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openFace, outlineOf } from './type.mjs'

const TARGET = fileURLToPath(new URL('../game/pictures', import.meta.url))
const [hero] = process.argv.slice(2)

const gradient = (id, stops) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('')}</linearGradient>`
const GOLD = gradient('gold', [
  [0, '#fff6e0'],
  [0.38, '#d9b878'],
  [0.52, '#7a5426'],
  [0.58, '#e9c98c'],
  [1, '#8a5a24'],
])
const STEEL = gradient('steel', [
  [0, '#fff'],
  [0.45, '#aeb9cf'],
  [0.55, '#5c6780'],
  [1, '#d7deec'],
])
const EMBER = gradient('ember', [
  [0, '#ffd9a0'],
  [0.5, '#ff6a2a'],
  [1, '#c42410'],
])

/** The two words of the title, the first in Cinzel Decorative 900, the second tracked in Cinzel 600 between two rules. */
function wordmark(first, second) {
  const top = outlineOf(openFace('cinzel-decorative/files/cinzel-decorative-latin-900-normal.woff'), first, {
    size: 150,
    tracking: 8,
  })
  const below = outlineOf(openFace('cinzel/files/cinzel-latin-600-normal.woff'), second, {
    size: 58,
    tracking: 22,
  })
  const width = Math.ceil(Math.max(top.width, below.width) + 72)
  const middle = width / 2
  const rule = `M24 178H${middle - below.width / 2 - 24}M${middle + below.width / 2 + 24} 178H${width - 24}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 214"><defs>${GOLD}${STEEL}</defs>
<path d="${top.outline}" transform="translate(${(width - top.width) / 2} 124)" fill="url(#gold)" stroke="#1a0d06" stroke-width="3" stroke-linejoin="round" paint-order="stroke"/>
<path d="${below.outline}" transform="translate(${(width - below.width) / 2} 200)" fill="url(#steel)"/>
<path d="${rule}" stroke="#d9b878" stroke-width="2"/></svg>`
}

const HORNS =
  'M36 46C8 118 34 206 128 222C222 206 248 118 220 46C228 120 188 160 128 164C68 160 28 120 36 46Z'
const BLADE = 'M128 6L150 40L144 150L128 178L112 150L106 40Z'
const GUARD =
  'M70 140C94 128 112 136 128 138C144 136 162 128 186 140C166 146 152 158 146 162L141 214L128 250L115 214L110 162C104 158 90 146 70 140Z'

/** Horns of ember round a blade. Three bold shapes: at 16 px each is still two pixels wide. */
function emblem(corner) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><defs>${GOLD}${STEEL}${EMBER}</defs><rect width="256" height="256" rx="${corner}" fill="#0a0e1f"/><path d="${HORNS}" fill="url(#ember)"/><path d="${BLADE}" fill="url(#steel)" stroke="#0a0e1f" stroke-width="9"/><path d="${GUARD}" fill="url(#gold)" stroke="#0a0e1f" stroke-width="9"/></svg>`
}

const small = (svg) => optimize(svg, { multipass: true, floatPrecision: 1 }).data
const ICON = emblem(52)
const WORDMARK = wordmark('ASHEN', 'DOMINION')
await writeFile(`${TARGET}/icon.svg`, small(ICON))
await writeFile(`${TARGET}/wordmark.svg`, small(WORDMARK))

const icon = (svg, size) =>
  sharp(Buffer.from(svg), { density: 72 * Math.max(1, size / 128) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colours: 128 })
    .toFile(`${TARGET}/icon-${size}.png`)
await icon(ICON, 32)
await icon(ICON, 512)
// Apple rounds the corners itself and shows black where a picture is transparent
await icon(emblem(0), 180)

if (hero !== undefined) {
  const scrim = `<svg width="1200" height="630"><defs><linearGradient id="s"><stop offset="0" stop-color="#050814" stop-opacity=".62"/><stop offset=".55" stop-color="#050814" stop-opacity=".12"/><stop offset=".8" stop-color="#050814" stop-opacity="0"/></linearGradient></defs><rect width="1200" height="630" fill="url(#s)"/></svg>`
  const words = await sharp(Buffer.from(WORDMARK), { density: 144 }).resize({ width: 600 }).png().toBuffer()
  await sharp(hero)
    .resize(1200, 630, { fit: 'cover' })
    .composite([{ input: Buffer.from(scrim) }, { input: words, left: 56, top: 400 }])
    .jpeg({ quality: 82, mozjpeg: true, progressive: true })
    .toFile(`${TARGET}/share.jpg`)
  // mail readers show neither AVIF nor WebP
  const { width, height } = await sharp(hero).metadata()
  await sharp(hero)
    .extract({ left: 0, top: Math.round(height * 0.2), width, height: Math.round(width / 3) })
    .resize(900, 300)
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(`${TARGET}/mail.jpg`)
}
