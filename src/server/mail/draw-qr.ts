import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** Pixels of a module's side, so that the picture is sharp at twice its shown size. */
const MODULE_PX = 8
/** The quiet zone in modules. A mail may be shown on a dark ground, so it is as wide as ISO/IEC 18004 asks for. */
const QUIET_MODULES = 4
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Draws a text as a QR code: a PNG in black and white, the same for the same text. */
export function drawQr(text: string): Uint8Array {
  const { data, size } = encode(text.toWellFormed(), { ecc: 'M', border: QUIET_MODULES })
  const rows = data.flatMap((modules) => Array<Buffer>(MODULE_PX).fill(rowOf(modules)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(size * MODULE_PX)),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A row of pixels: no filter (1) || a bit for each, 1 for white. A module of 8 pixels is a byte. */
function rowOf(modules: readonly boolean[]): Buffer {
  return Buffer.from([0, ...modules.map((isDark) => (isDark ? 0x00 : 0xff))])
}

// width (4) || height (4) || bits of a pixel || greyscale || deflate || filters || not interlaced
function headerOf(sidePx: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sidePx, 0)
  header.writeUInt32BE(sidePx, 4)
  header.writeUInt8(1, 8)
  return header
}

// length (4) || type (4) || content || checksum of type and content (4). Source: PNG specification, section 5.3
function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
