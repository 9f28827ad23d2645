// Makes the files of the supporter edition: an art book of the game's pictures, and a short piece of music.
//   node art/files.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const PICTURES = ['hero', 'courtyard', 'graveyard-close', 'siege', 'party', 'fight', 'closing']
const [WIDTH, HEIGHT, QUALITY] = [720, 405, 58]
const folder = new URL('../game/files/', import.meta.url)

/** A PDF with one picture on each page. Every object is written by hand: there are three for a page. */
async function artBook() {
  const objects = []
  const pages = PICTURES.map((_, place) => `${String(3 + place * 3)} 0 R`)
  objects.push(Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'))
  objects.push(Buffer.from(`<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${String(pages.length)} >>`))
  for (const [place, name] of PICTURES.entries()) {
    const picture = await sharp(new URL(`../game/pictures/${name}-960.webp`, import.meta.url).pathname)
      .resize(WIDTH, HEIGHT)
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer()
    const first = 3 + place * 3
    const drawn = `${String(WIDTH)} 0 0 ${String(HEIGHT)} 0 0 cm /P Do`
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${String(WIDTH)} ${String(HEIGHT)}] ` +
          `/Contents ${String(first + 1)} 0 R /Resources << /XObject << /P ${String(first + 2)} 0 R >> >> >>`,
      ),
      streamOf('', Buffer.from(drawn)),
      streamOf(
        `/Type /XObject /Subtype /Image /Width ${String(WIDTH)} /Height ${String(HEIGHT)} ` +
          '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ',
        picture,
      ),
    )
  }
  return pdfOf(objects)
}

function streamOf(entries, bytes) {
  return Buffer.concat([
    Buffer.from(`<< ${entries}/Length ${String(bytes.length)} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

function pdfOf(objects) {
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [place, object] of objects.entries()) {
    offsets.push(length())
    parts.push(Buffer.from(`${String(place + 1)} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const start = length()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = String(objects.length + 1)
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`),
    Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

const RATE = 8000
const NOTE_S = 0.6
/** Semitones above A3, over a drone of A2 and E3. */
const MELODY = [0, 3, 7, 8, 7, 3, 2, 0, -5, 0, 3, 5, 3, 2, -2, 0]

/** A WAV file of 8 bits and one channel. */
function soundtrack() {
  const count = Math.round((MELODY.length + 2) * NOTE_S * RATE)
  const samples = Buffer.alloc(count)
  for (let at = 0; at < count; at++) samples[at] = Math.round(128 + 120 * sampleAt(at / RATE))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + count, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(count, 40)
  return Buffer.concat([head, samples])
}

function sampleAt(seconds) {
  const tone = (hertz) => Math.sin(2 * Math.PI * hertz * seconds)
  const end = (MELODY.length + 2) * NOTE_S
  const fade = Math.min(1, seconds / 1.5, (end - seconds) / 1.5)
  const drone = 0.25 * tone(110) + 0.15 * tone(164.8)
  const notes = MELODY.map((semitone, place) => {
    const age = seconds - place * NOTE_S
    if (age < 0) return 0
    const hertz = 220 * 2 ** (semitone / 12)
    return Math.min(1, age * 40) * Math.exp(-age * 2.2) * (0.3 * tone(hertz) + 0.1 * tone(2 * hertz))
  })
  return Math.max(-1, Math.min(1, fade * (drone + notes.reduce((sum, note) => sum + note, 0))))
}

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('ashen-dominion-art-book.pdf', folder), await artBook())
writeFileSync(new URL('ashen-dominion-soundtrack.wav', folder), soundtrack())
