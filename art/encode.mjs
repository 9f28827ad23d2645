// Encodes a picture for a game folder: AVIF and WebP in each of its widths, and a placeholder 16 px wide that is put into the page.
// node art/encode.mjs [--game FOLDER] [--widths 640,960,1600] NAME PICTURE [LEFT,TOP,WIDTH]
// Without --game it is the game that comes with the shop. Shape and widths are those that game.json has for NAME; a new NAME
// needs --widths and keeps the shape of PICTURE. LEFT,TOP,WIDTH in pixels of PICTURE cut a framing out of it; without them
// the middle is taken.
import sharp from 'sharp'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { budgetKb, PICTURES } from './pictures.mjs'

const DEFAULT_GAME = fileURLToPath(new URL('../game', import.meta.url))
const DEFAULT_QUALITY = 60
const PLACEHOLDER_BYTES = 110
const USAGE = 'node art/encode.mjs [--game FOLDER] [--widths 640,960,1600] NAME PICTURE [LEFT,TOP,WIDTH]'

/** What is wrong with the command; printed without a stack. */
class UsageError extends Error {}

try {
  await run()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run() {
  const { game, name, source, framing, widths } = readArguments()
  const known = await pictureInGame(game, name)
  const own = game === DEFAULT_GAME ? PICTURES[name] : undefined
  const picture = await planOf(source, widths ?? own?.widths ?? known?.widths, known, own, framing)
  const pictures = join(game, 'pictures')
  await mkdir(pictures, { recursive: true })
  for (const width of picture.widths) await encode(pictures, name, width, picture)
  await writePlaceholder(pictures, name, picture)
  const entry = { name, widths: picture.widths, width: picture.width, height: picture.height }
  if (JSON.stringify(known) !== JSON.stringify(entry))
    console.log(`${known === null ? 'not in' : 'differs from'} game.json: ${JSON.stringify(entry)}`)
}

function readArguments() {
  const { positionals, values } = parse()
  const [name, source, framing, ...others] = positionals
  if (source === undefined || others.length > 0)
    throw new UsageError(`expected a name and a picture, got ${positionals.join(' ') || 'nothing'}: ${USAGE}`)
  if (!/^[a-z0-9-]+$/.test(name))
    throw new UsageError(`expected a name of lower-case letters, digits and hyphens, got ${name}`)
  const game = values.game ?? DEFAULT_GAME
  if (!existsSync(join(game, 'game.json')))
    throw new UsageError(
      `expected a game folder, ${game} has no game.json; npm run new:game -- ${game} creates one`,
    )
  if (!existsSync(source)) throw new UsageError(`expected a picture, there is no file ${source}`)
  return { game, name, source, framing, widths: values.widths && readNumbers(values.widths, '--widths', 1) }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { game: { type: 'string' }, widths: { type: 'string' } },
    })
  } catch (error) {
    throw new UsageError(`${error.message}: ${USAGE}`)
  }
}

/** @param least the smallest number allowed. */
function readNumbers(text, what, least) {
  const numbers = text.split(',').map(Number)
  if (!numbers.every((number) => Number.isInteger(number) && number >= least))
    throw new UsageError(`expected ${what} to be whole numbers with commas between them, got ${text}`)
  return numbers
}

/** The picture's entry wherever it stands in game.json; null if the name is new. */
async function pictureInGame(game, name) {
  const find = (value) => {
    if (typeof value !== 'object' || value === null) return null
    if (value.name === name && Array.isArray(value.widths)) return value
    return Object.values(value).reduce((found, inner) => found ?? find(inner), null)
  }
  return find(JSON.parse(await readFile(join(game, 'game.json'), 'utf8')))
}

/** Cuts the picture to its shape, and decides sizes and quality. */
async function planOf(source, chosen, known, own, framing) {
  if (chosen === undefined)
    throw new UsageError('expected the name of a picture in game.json, or its widths: --widths 640,960,1600')
  const widths = [...new Set(chosen)].sort((one, other) => one - other)
  const width = widths.at(-1)
  const { width: sourceWidth, height: sourceHeight } = await sharp(source)
    .metadata()
    .catch((error) => {
      throw new UsageError(`expected a picture, ${source} is none: ${error.message}`)
    })
  const shape = known === null ? own?.ratio : known.width / known.height
  const cut = framing === undefined ? undefined : readNumbers(framing, 'LEFT,TOP,WIDTH', 0)
  if (cut && cut.length !== 3) throw new UsageError(`expected LEFT,TOP,WIDTH, got ${framing}`)
  const ratio = shape ?? sourceWidth / sourceHeight
  const frame = cut && { left: cut[0], top: cut[1], width: cut[2], height: Math.round(cut[2] / ratio) }
  if (frame && !(frame.left + frame.width <= sourceWidth && frame.top + frame.height <= sourceHeight))
    throw new UsageError(
      `expected LEFT,TOP,WIDTH inside of ${source}, which is ${sourceWidth} x ${sourceHeight}, got ${framing}`,
    )
  const usable = frame?.width ?? Math.min(sourceWidth, Math.round(sourceHeight * ratio))
  if (usable < width)
    throw new UsageError(
      `expected ${width} pixels of width in the shape of ${ratio.toFixed(2)} : 1, ${source} has ${usable}; use a larger picture, or --widths`,
    )
  const image = frame ? sharp(source).extract(frame) : sharp(source)
  const whole = await image.png().toBuffer()
  const sized = (of) => sharp(whole).resize(of, Math.round(of / ratio), { fit: 'cover' })
  return { widths, width, height: Math.round(width / ratio), quality: own?.quality ?? DEFAULT_QUALITY, sized }
}

async function encode(folder, name, width, { quality: first, sized }) {
  let quality = first + 2
  let avif
  do {
    quality -= 2
    avif = await sized(width).avif({ quality, effort: 6, chromaSubsampling: '4:2:0' }).toBuffer()
  } while (avif.length > budgetKb(width) * 1000 && quality > 30)
  const webp = await sized(width).webp({ quality: 74, effort: 6, smartSubsample: true }).toBuffer()
  await replaceFile(join(folder, `${name}-${width}.avif`), avif)
  await replaceFile(join(folder, `${name}-${width}.webp`), webp)
  console.log(`${name}-${width}: avif ${avif.length} B at q${quality}, webp ${webp.length} B`)
}

async function writePlaceholder(folder, name, { sized }) {
  let quality = 50
  let placeholder
  do {
    quality -= 5
    placeholder = await sized(16).webp({ quality, effort: 6 }).toBuffer()
  } while (placeholder.length > PLACEHOLDER_BYTES && quality > 0)
  await replaceFile(join(folder, `${name}-placeholder.webp`), placeholder)
  console.log(`${name}-placeholder: ${placeholder.length} B`)
}

/** A file is the old one or the new one, whatever ends this process. */
async function replaceFile(file, bytes) {
  const aside = `${file}.new`
  try {
    await writeFile(aside, bytes)
    await rename(aside, file)
  } finally {
    await rm(aside, { force: true })
  }
}
