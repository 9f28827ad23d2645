import { readFile } from 'node:fs/promises'
import * as z from 'zod'

const Manifest = z.object({ version: z.string() })

/** The version of this release, such as `0.1.0`. */
export async function readRelease(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return Manifest.parse(JSON.parse(text)).version
}
