import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** @returns the characters for which a WOFF2 file (W3C WOFF 2.0, OpenType `cmap` format 4) has a glyph. */
export function lettersOfFont(file: string): ReadonlySet<string> {
  const cmap = characterMapOf(readFileSync(file))
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + 8 * i))
  const start = subtables.find((at) => cmap.readUInt16BE(at) === 4)
  if (start === undefined) throw new Error(`expected a character map of format 4 in ${file}`)
  return new Set(mappedIn(cmap.subarray(start)))
}

const KNOWN_TABLES = { cmap: 0, glyf: 10, loca: 11 } as const
const HEADER_BYTES = 48
const ARBITRARY_TAG = 63

/** The `cmap` table: all tables stand one after the other in one Brotli stream behind the directory. */
function characterMapOf(file: Buffer): Buffer {
  let at = HEADER_BYTES
  let offset = 0
  let found: readonly [number, number] | undefined
  const number = () => {
    let value = 0
    let byte
    do {
      byte = file.readUInt8(at++)
      value = value * 128 + (byte & 127)
    } while (byte & 128)
    return value
  }
  for (let table = 0; table < file.readUInt16BE(12); table += 1) {
    const flags = file.readUInt8(at++)
    const tag = flags & 63
    if (tag === ARBITRARY_TAG) at += 4
    const version = flags >> 6
    const length = number()
    const isOutline = tag === KNOWN_TABLES.glyf || tag === KNOWN_TABLES.loca
    const kept = (isOutline ? version !== 3 : version !== 0) ? number() : length
    if (tag === KNOWN_TABLES.cmap) found = [offset, offset + kept]
    offset += kept
  }
  if (found === undefined) throw new Error('expected a font with a cmap table')
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...found)
}

/** The characters of a subtable of format 4: ranges of codes, each with an offset to its glyphs. */
function mappedIn(table: Buffer): string[] {
  const segments = table.readUInt16BE(6) / 2
  const [ends, starts] = [14, 16 + 2 * segments]
  const [deltas, offsets] = [starts + 2 * segments, starts + 4 * segments]
  const letters: string[] = []
  for (let i = 0; i < segments; i += 1) {
    const first = table.readUInt16BE(starts + 2 * i)
    const offset = table.readUInt16BE(offsets + 2 * i)
    for (let code = first; code <= table.readUInt16BE(ends + 2 * i) && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : table.readUInt16BE(offsets + 2 * i + offset + 2 * (code - first))
      const isMapped =
        offset === 0 ? (code + table.readUInt16BE(deltas + 2 * i)) % 0x10000 !== 0 : listed !== 0
      if (isMapped) letters.push(String.fromCharCode(code))
    }
  }
  return letters
}
