import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What of a text becomes what. */
export type Changes = Readonly<Record<string, string>>

const FOLDER = join(import.meta.dirname, '../../deploy')
/** Addresses of machines, which must all have become ports of this computer. */
const ADDRESS = /\bdb\d:\d+|\b0\.0\.0\.0\b/

/**
 * Reads a file that an operator gets, with the changes that a machine on this computer needs.
 *
 * @param path within `deploy/`.
 * @param addresses of machines, as the file names them; it may have some of them only.
 * @throws if one of `changes` is not in the file, or another address is: then the file has changed, and this has to follow.
 */
export function readDeployed(
  path: string,
  { name, addresses, changes }: { name?: string; addresses: Changes; changes: Changes },
): string {
  const text = readFileSync(join(FOLDER, path), 'utf8')
    .replace(/^ *#.*\n/gm, '')
    .replaceAll('@NAME@', name ?? '')
  const missing = Object.keys(changes).filter((words) => !text.includes(words))
  if (missing.length > 0) throw new Error(`expected deploy/${path} to contain ${missing.join(', ')}`)
  const adapted = replaceAll(text, { ...addresses, ...changes })
  const [left] = ADDRESS.exec(adapted) ?? []
  if (left !== undefined) throw new Error(`expected no other address in deploy/${path}, found ${left}`)
  return adapted
}

/** Of two that begin at the same place the longer one is replaced, and what was put in is left alone. */
function replaceAll(text: string, changes: Changes): string {
  const words = Object.keys(changes).sort((one, other) => other.length - one.length)
  const pattern = words.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.replace(new RegExp(pattern, 'g'), (found) => changes[found] ?? found)
}
