import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const MIGRATIONS = new URL('../src/server/db/migrations/', import.meta.url)

/** The migrations up to `last`, as `migrate` takes them: the schema of an earlier release. */
export async function olderMigrations(folder: string, last: string): Promise<URL> {
  const older = join(folder, `until-${last}`)
  await mkdir(older)
  for (const name of await readdir(MIGRATIONS))
    if (name <= last) await copyFile(new URL(name, MIGRATIONS), join(older, name))
  return pathToFileURL(`${older}/`)
}
