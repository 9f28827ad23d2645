import type { Settings } from '#server/config/settings.ts'
import { applyChanges } from '#server/game-changes/apply-changes.ts'
import { gamePartsOf } from '#server/game-changes/game-parts.ts'
import { toStored } from '#server/game-changes/stored-changes.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { GameFolderError, openGameFolder } from '#server/site/load-game.ts'
import type { Finding } from './finding.ts'

/**
 * Reports what owners changed over the game folder, and what of it the folder no longer fits. A folder that cannot be read
 * is a fault of `checkGame`.
 *
 * @param stored the newest version as the database has it; null if there is none.
 */
export function checkGameChanges(
  { gameFolder }: Settings,
  stored: { readonly version: number; readonly changes: unknown } | null,
): readonly Finding[] {
  if (stored === null) return []
  const { version, changes, fault } = toStored(stored)
  if (fault !== null) return [{ kind: 'warning', about: 'game', message: fault }]
  const names = gamePartsOf(changes).map(({ name }) => name)
  const left = unappliedIn(gameFolder, changes)
  if (names.length === 0 || left === null) return []
  return [
    {
      kind: 'ok',
      about: 'game',
      message: `the back office decides (version ${String(version)}): ${names.join(', ')}`,
    },
    ...left.map((change) => ({
      kind: 'warning' as const,
      about: 'game',
      message: `a change of the back office does not fit the game folder and is left out: ${change}`,
    })),
  ]
}

function unappliedIn(
  gameFolder: string | null,
  changes: Parameters<typeof applyChanges>[1],
): readonly string[] | null {
  try {
    return applyChanges(openGameFolder(gameFolder ?? DEFAULT_GAME_FOLDER), changes).unapplied
  } catch (error) {
    if (!(error instanceof GameFolderError)) throw error
    return null
  }
}
