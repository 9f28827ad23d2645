import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What changes a file's address with its content: one stamp for all sizes and formats of a picture. Nothing in a page
 * compresses as badly as a stamp, and the landing page names seventy such files.
 *
 * @param folder of pictures; the answer takes a file's name, such as `gate-480.avif`, and gives five characters.
 */
export function stampsIn(folder: string): (name: string) => string {
  const stamps = new Map<string, string>()
  return (name) => {
    const picture = pictureOf(name)
    const known = stamps.get(picture)
    if (known !== undefined) return known
    const hash = createHash('sha256')
    const sizes = readdirSync(folder).filter((file) => pictureOf(file) === picture)
    for (const file of sizes.sort()) hash.update(readFileSync(join(folder, file)))
    const stamp = hash.digest('base64url').slice(0, 5)
    stamps.set(picture, stamp)
    return stamp
  }
}

/** `gate-480.avif` and `gate-1600.webp` are `gate`. */
function pictureOf(file: string): string {
  return file.replace(/(-\d+)?\.\w+$/, '')
}
