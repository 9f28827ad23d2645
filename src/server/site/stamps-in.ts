import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Stamps that change a file's path with its content: one stamp for all sizes and formats of a picture, since stamps
 * compress badly and the landing page names seventy such files.
 *
 * @param folder of pictures.
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

/** The picture of a file: `gate` for `gate-480.avif` and `gate-1600.webp`. */
function pictureOf(file: string): string {
  return file.replace(/(-\d+)?\.\w+$/, '')
}
