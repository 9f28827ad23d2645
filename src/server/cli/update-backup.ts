import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import { readBackup, writeBackup } from '#server/db/backup-file.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { CommandContext } from './command.ts'

/** What a backup before a change of the schema is written with. */
export interface UpdateBackup extends Pick<CommandContext, 'out' | 'say'> {
  readonly settings: Settings
  /** What it is made before. */
  readonly name: 'update' | 'update-back'
}

/** Writes a backup beside the others and reads it again. @returns its path. */
export async function writeUpdateBackup(
  url: string,
  { settings, out, say, name }: UpdateBackup,
): Promise<string> {
  const now = systemClock()
  const folder = settings.backups.folder ?? settings.dataFolder
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const backup = join(folder, `keyhold-before-${name}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`)
  await writeBackup(url, backup, {
    now,
    key: settings.backups.keys[0] ?? null,
    onTable: (table, number, of) => {
      say(`table ${String(number)} of ${String(of)}: ${table}`)
    },
  })
  await readBackup(backup, settings.backups.keys, () => Promise.resolve())
  out(`backup written and read again: ${backup}`)
  return backup
}
