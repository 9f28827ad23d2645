import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { codeOf } from '#server/db/error-code.ts'
import { announce } from '#server/live/announce.ts'
import type { GameFolder } from '#server/site/load-game.ts'
import { gameDifferences, type GameChanges, type GameContent } from '#shared/game-changes.ts'
import { applyChanges } from './apply-changes.ts'
import { gameChangesFrom, gameContentOf } from './game-content-of.ts'
import { readChanges, readNewestChanges, type StoredChanges } from './stored-changes.ts'

/** The outcome of a change. `stale`: somebody else has saved since the page was read, and nothing was written. */
export type GameChange =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'stale' | 'same' | 'not-found' }
  /** The game would have faults, or entries that the folder does not have. */
  | { readonly kind: 'invalid'; readonly faults: readonly string[] }

interface ChangeContext {
  readonly folder: GameFolder
  readonly actorId: string
  readonly now: Date
}

const TAKEN = '23505'

/** Stores a version with this content. */
export async function saveGame(
  db: Db,
  { basedOn, content }: { readonly basedOn: number; readonly content: GameContent },
  context: ChangeContext,
): Promise<GameChange> {
  const wanted = wantedGame(context.folder, content)
  if (wanted.kind === 'invalid') return wanted
  return addVersion(db, { basedOn, changes: wanted.changes, restores: null }, context)
}

/** Stores a version that puts an earlier one back; 0 is the folder alone. */
export async function undoGame(
  db: Db,
  { basedOn, to }: { readonly basedOn: number; readonly to: number },
  context: ChangeContext,
): Promise<GameChange> {
  const earlier = to < basedOn ? await readChanges(db, to) : null
  if (earlier === null) return { kind: 'not-found' }
  return addVersion(db, { basedOn, changes: earlier.changes, restores: to }, context)
}

/** What must be stored for a content, and the game with it. */
export function wantedGame(
  folder: GameFolder,
  content: GameContent,
):
  | { readonly kind: 'changes'; readonly changes: GameChanges; readonly sold: GameFolder }
  | { readonly kind: 'invalid'; readonly faults: readonly string[] } {
  const before = gameContentOf(folder)
  const foreign = [
    ...keysBeside(content.editions, before.editions).map((id) => `edition ${id}: not in the game folder`),
    ...keysBeside(content.texts, before.texts).map(
      (language) => `texts in ${language}: not in the game folder`,
    ),
    ...Object.entries(content.editions).flatMap(([id, { prices }]) =>
      keysBeside(prices, before.editions[id]?.prices ?? prices).map(
        (currency) => `price of ${id} in ${currency}: not in the game folder, or missing`,
      ),
    ),
  ]
  if (foreign.length > 0) return { kind: 'invalid', faults: foreign }
  const changes = gameChangesFrom(before, content)
  const { sold, unapplied } = applyChanges(folder, changes)
  return unapplied.length > 0 ? { kind: 'invalid', faults: unapplied } : { kind: 'changes', changes, sold }
}

/** Names that one object has and the other has not. */
function keysBeside(one: object, other: object): string[] {
  const differing = (these: object, those: object) =>
    Object.keys(these).filter((key) => !Object.hasOwn(those, key))
  return [...differing(one, other), ...differing(other, one)]
}

interface NewVersion {
  readonly basedOn: number
  readonly changes: GameChanges
  readonly restores: number | null
}

/** Of two that are saved over the same version, the database takes one: the number of the version is its key. */
async function addVersion(
  db: Db,
  { basedOn, changes, restores }: NewVersion,
  { folder, actorId, now }: ChangeContext,
): Promise<GameChange> {
  const before = await readNewestChanges(db)
  if (before.version !== basedOn) return { kind: 'stale' }
  if (before.fault === null && isDeepStrictEqual(before.changes, changes)) return { kind: 'same' }
  const version = basedOn + 1
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('game_changes')
        .values({
          version,
          based_on: basedOn === 0 ? null : basedOn,
          made_at: now,
          made_by: actorId,
          restores,
          changes: JSON.stringify(changes),
        })
        .execute()
      await tx.deleteFrom('game_drafts').where('user_id', '=', actorId).execute()
      await recordAudit(tx, {
        at: now,
        actorId,
        action: restores === null ? 'game.save' : 'game.undo',
        subject: { kind: 'game', id: String(version) },
        facts: { ...factsOf(folder, before, changes), ...(restores === null ? {} : { to: restores }) },
      })
      await announce(tx, 'game')
    })
  } catch (error) {
    if (codeOf(error) === TAKEN) return { kind: 'stale' }
    throw error
  }
  return { kind: 'saved', version }
}

/** What the audit keeps: how many things changed, and every price before and after, in the smallest unit of its currency. */
function factsOf(folder: GameFolder, before: StoredChanges, changes: GameChanges) {
  const contentOf = (of: GameChanges) => gameContentOf(applyChanges(folder, of).sold)
  const differences = gameDifferences(contentOf(before.changes), contentOf(changes))
  const prices: Record<string, readonly [number, number]> = {}
  for (const { field, edition, currency, before: was, after } of differences)
    if (field === 'price' && edition !== null)
      prices[currency === null ? edition : `${edition} ${currency}`] = [Number(was), Number(after)]
  return { count: differences.length, prices }
}

/** Keeps what an owner has typed, for the preview; it replaces what they typed before. */
export async function saveDraft(
  db: Db,
  { basedOn, content }: { readonly basedOn: number; readonly content: GameContent },
  { actorId, now }: Omit<ChangeContext, 'folder'>,
): Promise<void> {
  const draft = { based_on: basedOn, content: JSON.stringify(content), saved_at: now }
  await db
    .insertInto('game_drafts')
    .values({ user_id: actorId, ...draft })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(draft))
    .execute()
}

export async function discardDraft(db: Db, actorId: string): Promise<void> {
  await db.deleteFrom('game_drafts').where('user_id', '=', actorId).execute()
}
