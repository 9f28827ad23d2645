import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a release serves to browsers; the content of `/integrity.json`. */
export interface Integrity {
  /** SHA-256 in hex by path, such as `/assets/island-DEmLCgml.js`. */
  readonly files: Readonly<Record<string, string>>
  /** The script in a page, as in a content security policy: `sha256-` and base64. */
  readonly inlineScript: string
}

/** Describes files that are served, and the script that is in a page. */
export function integrityOf(files: Iterable<readonly [string, Buffer]>, loader: string): Integrity {
  const hashes = [...files]
    .filter(([path]) => path.startsWith('/assets/'))
    .map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    files: Object.fromEntries(hashes),
    inlineScript: `sha256-${createHash('sha256').update(loader).digest('base64')}`,
  }
}

/** Describes the files of a build. @param distFolder the output folder of `npm run build`. */
export function builtIntegrity(distFolder: string): Integrity {
  const folder = join(distFolder, 'client', 'assets')
  const names = readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name))
  const loader = readFileSync(join(distFolder, 'render', 'loader.js.txt'), 'utf8')
  return integrityOf(
    names.map((name) => [`/assets/${name}`, readFileSync(join(folder, name))] as const),
    loader,
  )
}
