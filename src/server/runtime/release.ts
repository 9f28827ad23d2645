import { readFile } from 'node:fs/promises'
import * as z from 'zod'

const Manifest = z.object({ version: z.string(), commit: z.string().optional() })

/** The version of this release, such as `1.0.0`. */
export async function readRelease(): Promise<string> {
  return (await readManifest()).version
}

/** The commit that this release was built of; null in a checkout, which may have changed since. */
export async function readCommit(): Promise<string | null> {
  return (await readManifest()).commit ?? null
}

async function readManifest(): Promise<z.infer<typeof Manifest>> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return Manifest.parse(JSON.parse(text))
}
