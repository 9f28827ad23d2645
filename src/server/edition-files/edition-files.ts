import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { EditionFile } from '#shared/edition-files.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Game } from '#shared/game.ts'

/** The folders that have files of editions, the first one first: that of `KEYHOLD_DATA`, and that of the game folder. */
export type FileFolders = readonly string[]

/** A file of an edition where it lies. */
export interface PlacedFile extends EditionFile {
  readonly path: string
  readonly sizeBytes: number
}

/** Finds the files of editions. */
export interface EditionFileStore {
  /** The files of an edition that are there; none of an edition that is not on sale. */
  filesOf(edition: EditionId): readonly PlacedFile[]
  /** Whether an edition names files, without a look at the disk. */
  hasFiles(edition: EditionId): boolean
}

/** Where files are looked for. Large files do not belong into the folder of a game, which is often kept in git. */
export function fileFolders(dataFolder: string, gameFolder: string): FileFolders {
  return [join(dataFolder, 'files'), join(gameFolder, 'files')]
}

/** Opens the files of the editions on sale. A file is looked for whenever it is needed, so that it can be replaced while the shop runs. */
export function openEditionFiles(
  folders: FileFolders,
  editions: () => Pick<Game, 'editions'>['editions'],
): EditionFileStore {
  const named = (edition: EditionId) => editions().find(({ id }) => id === edition)?.files ?? []
  return {
    hasFiles: (edition) => named(edition).length > 0,
    filesOf: (edition) =>
      named(edition).flatMap((file) => {
        const placed = placeOf(folders, file.file)
        return placed === null ? [] : [{ ...file, ...placed }]
      }),
  }
}

/** Lists the files of editions that are missing or empty, one line each. */
export function editionFileFaults(folders: FileFolders, { editions }: Pick<Game, 'editions'>): string[] {
  return editions.flatMap(({ id, files = [] }) =>
    files.flatMap(({ file }) => {
      const placed = placeOf(folders, file)
      const where = `game.json: editions.${id}.files: ${file}`
      if (placed === null) return [`${where}: missing; put it into ${folders.join(' or ')}`]
      return placed.sizeBytes === 0 ? [`${where}: empty`] : []
    }),
  )
}

/**
 * A link could lead out of the folder, so only a file itself counts. What the disk refuses counts as missing, which the start and
 * `check` report: keys and pages of orders do not depend on it.
 */
function placeOf(folders: FileFolders, name: string): Pick<PlacedFile, 'path' | 'sizeBytes'> | null {
  for (const folder of folders) {
    const path = join(folder, name)
    try {
      const found = lstatSync(path)
      if (found.isFile()) return { path, sizeBytes: found.size }
    } catch {
      continue
    }
  }
  return null
}
