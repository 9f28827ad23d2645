import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { CHARACTERS, ENTRY_BYTES, FACES, MASK_SIZE_PX } from '#server/captcha/load-letters.ts'

/** Letters are drawn larger than their masks, so that their edges are neither moved nor sharpened to fit pixels. */
const SCALE = 4
/** Of a square with room for any letter and for an empty pixel around it. */
const ROOM_PX = 100

/** A letter's part of letters.bin. */
interface Mask {
  readonly entry: Buffer
  readonly cover: Buffer
}

/** Draws the letters of the captcha's fonts. @returns the content of letters.bin, not compressed. */
export function drawLetterMasks(): Buffer {
  const canvas = createCanvas(ROOM_PX * SCALE, ROOM_PX * SCALE)
  const context = canvas.getContext('2d')
  const masks = FACES.flatMap((face) => {
    const file = new URL(`../src/server/captcha/fonts/${face}.woff2`, import.meta.url)
    if (GlobalFonts.register(readFileSync(file), face) === null) {
      throw new Error(`font ${face}.woff2 cannot be read; restore it from the repository`)
    }
    return Array.from(CHARACTERS, (character) => drawMask(context, face, character))
  })
  return Buffer.concat([...masks.map(({ entry }) => entry), ...masks.map(({ cover }) => cover)])
}

function drawMask(context: SKRSContext2D, face: string, character: string): Mask {
  context.clearRect(0, 0, ROOM_PX * SCALE, ROOM_PX * SCALE)
  context.font = `${String(MASK_SIZE_PX * SCALE)}px ${face}`
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillText(character, (ROOM_PX * SCALE) / 2, (ROOM_PX * SCALE) / 2)
  const { cover, left, right, top, bottom } = reduced(context)
  const [width, height] = [right - left, bottom - top]
  const entry = Buffer.alloc(ENTRY_BYTES)
  entry.writeUInt8(width, 0)
  entry.writeUInt8(height, 1)
  entry.writeInt8(left - ROOM_PX / 2, 2)
  entry.writeInt8(top - ROOM_PX / 2, 3)
  entry.writeUInt16BE(Math.round((context.measureText(character).width / SCALE) * 256), 4)
  const rows = Array.from({ length: height }, (_, row) => {
    const start = (top + row) * ROOM_PX + left
    return cover.subarray(start, start + width)
  })
  return { entry, cover: Buffer.concat(rows) }
}

/** The square at the size of masks, and where the letter is in it with an empty pixel on each side. */
function reduced(context: SKRSContext2D) {
  const { data } = context.getImageData(0, 0, ROOM_PX * SCALE, ROOM_PX * SCALE)
  const cover = new Uint8Array(ROOM_PX * ROOM_PX)
  const [columns, rows]: [number[], number[]] = [[], []]
  for (const at of cover.keys()) {
    const [x, y] = [at % ROOM_PX, Math.floor(at / ROOM_PX)]
    let sum = 0
    for (let part = 0; part < SCALE * SCALE; part++) {
      const [partX, partY] = [x * SCALE + (part % SCALE), y * SCALE + Math.floor(part / SCALE)]
      sum += data[(partY * ROOM_PX * SCALE + partX) * 4 + 3] ?? 0
    }
    cover[at] = Math.round(sum / (SCALE * SCALE))
    if (cover[at] === 0) continue
    columns.push(x)
    rows.push(y)
  }
  return {
    cover,
    left: Math.min(...columns) - 1,
    right: Math.max(...columns) + 2,
    top: Math.min(...rows) - 1,
    bottom: Math.max(...rows) + 2,
  }
}
