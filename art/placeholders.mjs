// Draws the placeholder pictures of a new game folder: `node art/placeholders.mjs`, then commit scripts/new-game/pictures.
// Gradients with silhouettes, so that they weigh little and look like no game in particular.
import sharp from 'sharp'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const TARGET = fileURLToPath(new URL('../scripts/new-game/pictures', import.meta.url))
const WIDE = { widths: [480, 960], height: 540 }
const TALL = { widths: [360, 720], height: 900 }
/** Colours of the sky from top to bottom, of the disc and of the ground. */
const DUSK = ['#141b3c', '#3b4a86', '#d39a6a', '#f6dcae', '#0a0f22']
const DAWN = ['#1b2430', '#40636d', '#c9b98c', '#fff2cf', '#0b1216']
const NIGHT = ['#070a18', '#182650', '#4d6ca8', '#e8eefc', '#05070f']
const MOSS = ['#0d1a1c', '#23484a', '#8fa37c', '#eef3d2', '#070e0d']
const FIRE = ['#170a12', '#4b1d26', '#d3693a', '#ffd9a0', '#0d0508']

/** Name, size, colours, place of the disc, seed of the ridges, and what stands in front. */
const PICTURES = {
  hero: {
    widths: [640, 960, 1600],
    height: 900,
    colours: DUSK,
    disc: 0.68,
    seed: 3,
    front: tower(0.66),
  },
  'feature-scene': { ...WIDE, colours: DAWN, disc: 0.3, seed: 8, front: tower(0.72) },
  'world-one': { ...TALL, colours: NIGHT, disc: 0.5, seed: 5, front: traveller },
  'world-two': { ...TALL, colours: FIRE, disc: 0.5, seed: 11, front: traveller },
  'map-one': { ...WIDE, colours: MOSS, disc: 0.62, seed: 14, front: trees },
  'map-two': { ...WIDE, colours: FIRE, disc: 0.4, seed: 21, front: tower(0.4) },
  'shot-one': {
    ...WIDE,
    widths: [480, 960, 1600],
    height: 900,
    colours: NIGHT,
    disc: 0.3,
    seed: 27,
    front: tower(0.68),
  },
  'shot-two': {
    ...WIDE,
    widths: [480, 960, 1600],
    height: 900,
    colours: DAWN,
    disc: 0.6,
    seed: 33,
    front: trees,
  },
  'shot-three': {
    ...WIDE,
    widths: [480, 960, 1600],
    height: 900,
    colours: DUSK,
    disc: 0.5,
    seed: 40,
    front: traveller,
  },
}

/** Numbers from 0 to 1, the same on every run. */
function numbers(seed) {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0
    return state / 2 ** 32
  }
}

function ridge(width, height, base, rise, next) {
  const steps = 24
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const x = (step / steps) * width
    return `${x.toFixed(1)},${(height * (base - rise * (0.25 + 0.75 * next()))).toFixed(1)}`
  })
  return `M0,${height} L${points.join(' L')} L${width},${height} Z`
}

function tower(at) {
  return (width, height) => {
    const [x, unit] = [width * at, height / 100]
    const block = (left, bottom, wide, tall) =>
      `<rect x="${x + left * unit}" y="${height - (bottom + tall) * unit}" width="${wide * unit}" height="${tall * unit}"/>`
    const roof = (left, bottom, wide, tall) =>
      `<path d="M${x + left * unit},${height - bottom * unit} l${(wide / 2) * unit},${-tall * unit} l${(wide / 2) * unit},${tall * unit} z"/>`
    return [
      ...[block(-16, 0, 32, 34), block(-22, 0, 9, 44), roof(-23.5, 44, 12, 12), block(13, 0, 9, 40)],
      ...[roof(11.5, 40, 12, 11), block(-5, 30, 10, 28), roof(-7, 58, 14, 18)],
      `<g fill="#ffd9a0" opacity=".85">${block(-1, 44, 2, 4)}${block(-18.5, 34, 1.6, 3)}${block(16.7, 30, 1.6, 3)}</g>`,
    ].join('')
  }
}

/** A cloaked figure from behind, with a staff. */
function traveller(width, height) {
  const unit = height / 100
  const middle = width / 2
  const at = (x, y) => `${(middle + x * unit).toFixed(1)},${(height - y * unit).toFixed(1)}`
  return [
    `<path d="M${at(-13, 0)} C${at(-12, 20)} ${at(-9, 34)} ${at(-6, 40)} C${at(-5, 48)} ${at(-3, 52)} ${at(0, 53)} C${at(3, 52)} ${at(5, 48)} ${at(6, 40)} C${at(9, 34)} ${at(12, 20)} ${at(13, 0)} Z"/>`,
    `<path d="M${at(13.4, 0)} L${at(14.6, 0)} L${at(14.2, 58)} L${at(13.2, 58)} Z"/>`,
    `<circle cx="${middle + 13.7 * unit}" cy="${height - 59.5 * unit}" r="${2 * unit}" fill="#ffd9a0"/>`,
  ].join('')
}

function trees(width, height) {
  const next = numbers(77)
  return Array.from({ length: 16 }, (_, index) => {
    const x = (width / 15) * index
    const tall = height * (0.22 + 0.34 * next() * Math.abs(index / 7.5 - 1) + 0.04)
    const wide = tall * 0.34
    const layer = (from, to) =>
      `<path d="M${x - wide * (1 - from)},${height - tall * from} L${x},${height - tall * to} L${x + wide * (1 - from)},${height - tall * from} Z"/>`
    return layer(0.05, 0.55) + layer(0.32, 0.8) + layer(0.58, 1)
  }).join('')
}

function drawing({ widths, height, colours, disc, seed, front }) {
  const width = widths.at(-1)
  const [top, middle, low, light, ground] = colours
  const next = numbers(seed)
  const layer = (base, rise, opacity) =>
    `<path d="${ridge(width, height, base, rise, next)}" fill="${ground}" opacity="${opacity}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset=".95" stop-color="${low}"/></linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="${light}" stop-opacity=".75"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${width * disc}" cy="${height * 0.36}" r="${height * 0.5}" fill="url(#glow)"/>
    <circle cx="${width * disc}" cy="${height * 0.36}" r="${height * 0.13}" fill="${light}"/>
    ${layer(0.8, 0.26, 0.25)}${layer(0.86, 0.2, 0.45)}${layer(0.93, 0.14, 0.7)}
    <g fill="${ground}">${front(width, height)}</g>
    ${layer(1, 0.06, 1)}
  </svg>`
}

const ICON = (size) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32"><path d="M16 2 28 16 16 30 4 16z" fill="#f0d59b"/><path d="M16 8 23 16 16 24 9 16z" fill="#0b1330"/></svg>`

await mkdir(TARGET, { recursive: true })
for (const [name, picture] of Object.entries(PICTURES)) {
  const whole = await sharp(Buffer.from(drawing(picture)))
    .png()
    .toBuffer()
  for (const width of picture.widths) {
    const size = sharp(whole).resize(width)
    await size
      .clone()
      .avif({ quality: 48, effort: 6, chromaSubsampling: '4:2:0' })
      .toFile(`${TARGET}/${name}-${width}.avif`)
    await size.webp({ quality: 70, effort: 6 }).toFile(`${TARGET}/${name}-${width}.webp`)
  }
  await sharp(whole).resize(16).webp({ quality: 20, effort: 6 }).toFile(`${TARGET}/${name}-placeholder.webp`)
  if (name !== 'hero') continue
  for (const [file, height] of [
    ['share', 630],
    ['mail', 400],
  ])
    await sharp(whole)
      .resize(1200, height, { fit: 'cover' })
      .jpeg({ quality: 78, mozjpeg: true })
      .toFile(`${TARGET}/${file}.jpg`)
}
await writeFile(`${TARGET}/icon.svg`, `${ICON(32).replace(' width="32" height="32"', '')}\n`)
for (const size of [32, 180, 512])
  await sharp(Buffer.from(ICON(size)))
    .png({ palette: true })
    .toFile(`${TARGET}/icon-${size}.png`)
