import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { changedFiles } from '#server/game-changes/apply-changes.ts'
import { UsageError, type CommandContext } from './command.ts'
import { gameWithChanges } from './game-with-changes.ts'
import { withDatabase } from './with-database.ts'

/**
 * `game export FOLDER`: writes the files of the game folder that owners changed in the back office, with their changes, and
 * prints their names. The folder may be the game's own.
 */
export async function runGameExport(context: CommandContext): Promise<number> {
  const [folder, ...rest] = context.args
  if (folder === undefined || folder.startsWith('-') || rest.length > 0)
    throw new UsageError('expected the folder to write to')
  await withDatabase(context, async ({ settings, ...deps }) => {
    const gameOnSale = await gameWithChanges(settings, deps)
    const newest = gameOnSale.newest()
    for (const change of newest.unapplied) context.say(`left out, ${change}`)
    const files = changedFiles(gameOnSale.folder, newest)
    if (files.size === 0) context.say('nothing differs from the game folder')
    for (const [file, text] of files) {
      const path = join(folder, file)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
      context.out(file)
    }
  })
  return 0
}
