import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UNFINISHED_PREFIX } from '#server/db/backup-file.ts'
import { chooseBackups, type StoredBackup } from './choose-backups.ts'

const UNFINISHED_FOR_MS = 86_400_000

/** `keyhold-1a2b3c4d-20261122T030000Z.backup`: the start of the database's id, so that two shops may share a folder. */
export function backupFileName(databaseId: string, at: Date): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  return `keyhold-${databaseId.slice(0, 8)}-${time}.backup`
}

/** Lists the backups of a database by their names, newest first. None if there is no folder. */
export async function listBackups(folder: string, databaseId: string): Promise<readonly StoredBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((file) => {
      const parts = /^keyhold-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(file)
      if (parts === null || parts[1] !== databaseId.slice(0, 8)) return []
      const [year = 0, month = 0, ...rest] = parts.slice(2).map(Number)
      return [{ file, createdAt: new Date(Date.UTC(year, month - 1, ...rest)) }]
    })
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
}

/** The newest backup of a database; null also if the folder cannot be read, which the next backup then reports. */
export async function newestBackup(folder: string, databaseId: string): Promise<StoredBackup | null> {
  try {
    const [newest = null] = await listBackups(folder, databaseId)
    return newest
  } catch {
    return null
  }
}

/** Creates the folder, and removes what processes left that were killed while they wrote. */
export async function prepareBackupFolder(folder: string, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > UNFINISHED_FOR_MS) await rm(path, { force: true })
  }
}

/** Deletes the backups of a database that need not be kept, except for one. @returns how many. */
export async function pruneBackups(
  folder: string,
  databaseId: string,
  protectedFile: string | null,
): Promise<number> {
  const all = await listBackups(folder, databaseId)
  const kept = chooseBackups(all)
  const old = all.filter((backup) => !kept.has(backup) && backup.file !== protectedFile)
  for (const { file } of old) await rm(join(folder, file), { force: true })
  return old.length
}
