import { fileOfTexts, parseDocuments, type GameDocuments, type GameFolder } from '#server/site/load-game.ts'
import type { GameChanges } from '#shared/game-changes.ts'
import { gamePartsOf, type GamePart } from './game-parts.ts'

/** A game with the changes of the back office. */
export interface ChangedGame {
  readonly sold: GameFolder
  /** The changes that the folder does not fit, each with the reason, in plain words. */
  readonly unapplied: readonly string[]
}

/** Applies what was changed to a game folder. What does not fit is left out, and the rest applies. */
export function applyChanges(folder: GameFolder, changes: GameChanges): ChangedGame {
  const parts = gamePartsOf(changes)
  const together = applyAll(folder.documents, parts)
  if (together !== null) {
    const parsed = parseDocuments(together)
    if (!('faults' in parsed)) return { sold: { ...folder, documents: together, ...parsed }, unapplied: [] }
  }
  return parts.reduce<ChangedGame>(applyOne, { sold: folder, unapplied: [] })
}

function applyAll(documents: GameDocuments, parts: readonly GamePart[]): GameDocuments | null {
  let changed = documents
  for (const part of parts) {
    const next = part.apply(changed)
    if (typeof next === 'string') return null
    changed = next
  }
  return changed
}

function applyOne({ sold, unapplied }: ChangedGame, { name, apply }: GamePart): ChangedGame {
  const documents = apply(sold.documents)
  if (typeof documents === 'string') return { sold, unapplied: [...unapplied, `${name}: ${documents}`] }
  const parsed = parseDocuments(documents)
  if ('faults' in parsed) return { sold, unapplied: [...unapplied, `${name}: ${parsed.faults[0] ?? ''}`] }
  return { sold: { ...sold, documents, ...parsed }, unapplied }
}

/** The files of the folder that differ from it, by path, as they must be to need no change any more. */
export function changedFiles(folder: GameFolder, { sold }: ChangedGame): ReadonlyMap<string, string> {
  const before = filesOf(folder.documents)
  return new Map([...filesOf(sold.documents)].filter(([file, text]) => before.get(file) !== text))
}

function filesOf({ game, texts }: GameDocuments): ReadonlyMap<string, string> {
  const print = (json: object) => `${JSON.stringify(json, null, 2)}\n`
  return new Map([
    ['game.json', print(game)],
    ...[...texts].map(([language, json]) => [fileOfTexts(language), print(json)] as const),
  ])
}
