// The printed sides of the boxes in scenes/editions.py, made of the game's own pictures: `node art/covers.mjs`.
// A picture is taken from tmp/NAME.png if it was rendered here, else from the game folder. Writes tmp/cover-*.png.
import sharp from 'sharp'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const GAME = '../game/pictures'
const TMP = process.env.ART_TMP ?? here('tmp')

function source(name) {
  const rendered = `${TMP}/${name}.png`
  if (existsSync(rendered)) return rendered
  return [2560, 1600, 960, 720]
    .map((width) => here(`${GAME}/${name}-${width}.webp`))
    .find((path) => existsSync(path))
}

const shade = (width, height, stops) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">${stops
      .map(([at, opacity]) => `<stop offset="${at}" stop-color="#05070f" stop-opacity="${opacity}"/>`)
      .join(
        '',
      )}</linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><rect x="1.2%" y="1%" width="97.6%" height="98%" fill="none" stroke="#d9b878" stroke-opacity=".55" stroke-width="${Math.round(width / 180)}"/></svg>`,
  )

/** A picture cut to a shape round a place of it, with the wordmark across. */
async function cover(file, name, width, height, { position = 'centre', mark = 0.8, top = 0.06, from } = {}) {
  const layers = [
    {
      input: shade(width, height, [
        [0, 0.75],
        [0.32, 0.1],
        [0.75, 0],
        [1, 0.7],
      ]),
    },
  ]
  if (mark > 0) {
    const wordmark = await sharp(here(`${GAME}/wordmark.svg`), { density: 300 })
      .resize(Math.round(width * mark))
      .png()
      .toBuffer()
    layers.push({
      input: wordmark,
      left: Math.round((width * (1 - mark)) / 2),
      top: Math.round(height * top),
    })
  }
  const art = await (
    from === undefined ? sharp(source(name)) : await part(source(name), from, width / height)
  )
    .resize(width, height, { fit: 'cover', position })
    .modulate({ brightness: 1.2 })
    .png()
    .toBuffer()
  await sharp(art).composite(layers).png().toFile(`${TMP}/cover-${file}.png`)
}

/** All of a picture's height, from a share of its width on. */
async function part(file, from, ratio) {
  const { width, height } = await sharp(file).metadata()
  return sharp(file).extract({
    left: Math.round(width * from),
    top: 0,
    width: Math.round(height * ratio),
    height,
  })
}

/** The narrow side of a box: dark, with the wordmark upright. */
async function spine(file, name, width, height) {
  const wordmark = await sharp(here(`${GAME}/wordmark.svg`), { density: 300 })
    .resize(Math.round(height * 0.5))
    .rotate(90, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .resize(Math.round(width * 0.72), Math.round(height * 0.6), { fit: 'inside' })
    .png()
    .toBuffer()
  const art = await sharp(source(name))
    .resize(width, height, { fit: 'cover' })
    .blur(6)
    .modulate({ brightness: 0.4 })
    .png()
    .toBuffer()
  await sharp(art)
    .composite([
      {
        input: shade(width, height, [
          [0, 0.5],
          [1, 0.6],
        ]),
      },
      { input: wordmark },
    ])
    .png()
    .toFile(`${TMP}/cover-${file}.png`)
}

await cover('standard', 'hero', 900, 1200, { from: 0.455 })
await spine('standard-spine', 'hero', 200, 1200)
await cover('supporter', 'closing', 1000, 1200)
await spine('supporter-spine', 'closing', 300, 1200)
await cover('book', 'wizards', 800, 1000, { mark: 0.6, top: 0.05 })
await cover('record', 'graveyard-close', 900, 900, { mark: 0.62, top: 0.06 })
