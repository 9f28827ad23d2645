import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

/** The typefaces of letters.bin, in its order; their files are in `fonts`. */
export const FACES = ['atkinson-hyperlegible-bold', 'bitter-bold'] as const
/** The characters of each face, in their order. */
export const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** The font size of the masks. */
export const MASK_SIZE_PX = 64
/** width (1) || height (1) || left (1, signed) || top (1, signed) || advance in 256ths of a pixel (2) */
export const ENTRY_BYTES = 6

/** A letter at `MASK_SIZE_PX`. Its origin is the middle of its advance, at the middle of the font's em square. */
export interface Letter {
  /** The masks of all letters. */
  readonly masks: Uint8Array
  /** Where this one begins: how much of each pixel is covered, 0 to 255, row by row. Its outermost pixels are empty. */
  readonly start: number
  /** Of the mask, in pixels. */
  readonly width: number
  readonly height: number
  /** From the origin to the mask, in pixels. */
  readonly left: number
  readonly top: number
  /** From this letter to the next, in pixels. */
  readonly advance: number
}

const letters = new Map<string, Letter>()

/** The letters of all faces; read when the first is asked for. @param face its place in `FACES`. */
export function letterOf(face: number, character: string): Letter {
  if (letters.size === 0) readLetters()
  const letter = letters.get(`${String(face)}${character}`)
  if (letter === undefined) throw new Error(`expected a character of ${CHARACTERS}, got ${character}`)
  return letter
}

// letters.bin, compressed: an entry for each letter, then their masks in the same order
function readLetters(): void {
  const file = inflateRawSync(readFileSync(new URL('./letters.bin', import.meta.url)))
  let start = FACES.length * CHARACTERS.length * ENTRY_BYTES
  let at = 0
  for (const face of FACES.keys()) {
    for (const character of CHARACTERS) {
      const [width, height] = [file.readUInt8(at), file.readUInt8(at + 1)]
      letters.set(`${String(face)}${character}`, {
        masks: file,
        start,
        width,
        height,
        left: file.readInt8(at + 2),
        top: file.readInt8(at + 3),
        advance: file.readUInt16BE(at + 4) / 256,
      })
      start += width * height
      at += ENTRY_BYTES
    }
  }
}
