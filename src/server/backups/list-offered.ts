import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupFileError } from '#server/db/backup-bytes.ts'
import { readBackupHeader } from '#server/db/backup-file.ts'
import { codeOf } from '#server/db/error-code.ts'
import type { OfferedBackup } from '#shared/plain-facts.ts'

/**
 * Lists the backups of a folder, of any shop and whatever their names are, newest first. Files that are none are left out, but
 * not one that is named like a backup and cannot be read. None if there is no folder.
 *
 * @param keys that they may be encrypted with.
 */
export async function listOffered(
  folder: string,
  keys: readonly Uint8Array[],
): Promise<readonly OfferedBackup[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const found: OfferedBackup[] = []
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const offered = await describe(folder, entry.name, keys)
    if (offered !== null) found.push(offered)
  }
  return found.sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

async function describe(
  folder: string,
  file: string,
  keys: readonly Uint8Array[],
): Promise<OfferedBackup | null> {
  const path = join(folder, file)
  const { size: bytes, mtime } = await stat(path)
  try {
    const { createdAt, orders = null, keys: gameKeys = null, release = null } = readBackupHeader(path, keys)
    return { file, bytes, createdAt, isReadable: true, orders, keys: gameKeys, release }
  } catch (error) {
    if (!(error instanceof BackupFileError)) throw error
    if (!file.endsWith('.backup')) return null
    const createdAt = mtime.toISOString()
    return { file, bytes, createdAt, isReadable: false, orders: null, keys: null, release: null }
  }
}
