import { readFile, writeFile } from 'node:fs/promises'

const END = '<!-- /measured -->'

/**
 * Writes what was measured into a document, between the marks `<!-- measured: NAME -->` and `<!-- /measured -->`.
 *
 * @throws {Error} if the document has no such marks.
 */
export async function writeMeasured(file: string, name: string, text: string): Promise<void> {
  const page = await readFile(file, 'utf8')
  const begin = `<!-- measured: ${name} -->`
  const at = page.indexOf(begin)
  const end = page.indexOf(END, at)
  if (at === -1 || end === -1) throw new Error(`expected ${begin} and ${END} in ${file}, found none`)
  await writeFile(file, `${page.slice(0, at)}${begin}\n\n${text}\n\n${page.slice(end)}`)
}
