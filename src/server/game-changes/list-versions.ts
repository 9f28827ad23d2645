import type { Db } from '#server/db/database.ts'
import type { GameFolder } from '#server/site/load-game.ts'
import { gameDifferences, GameContent, type GameChanges } from '#shared/game-changes.ts'
import type { GameContentReply, GameVersionsReply } from '#shared/game-changes-api.ts'
import { rebaseGame } from '#shared/rebase-game.ts'
import { applyChanges } from './apply-changes.ts'
import { gameContentOf } from './game-content-of.ts'
import type { GameOnSale } from './game-on-sale.ts'
import { readChanges, toStored } from './stored-changes.ts'

const PAGE_SIZE = 20

/** The newest versions before one, each with what it changed of the version before it. */
export async function listVersions(
  db: Db,
  folder: GameFolder,
  before: number | null,
): Promise<Omit<GameVersionsReply, 'success'>> {
  // one more than is shown: the last one is what the one above it changed
  const rows = await db
    .selectFrom('game_changes as c')
    .innerJoin('users as u', 'u.id', 'c.made_by')
    .select(['c.version', 'c.made_at', 'u.email', 'c.restores', 'c.changes'])
    .$if(before !== null, (query) => query.where('c.version', '<', before))
    .orderBy('c.version', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const contentOf = (changes: GameChanges) => gameContentOf(applyChanges(folder, changes).sold)
  const contents = [...rows.map((row) => contentOf(toStored(row).changes)), contentOf({})]
  const versions = rows.slice(0, PAGE_SIZE).map((row, at) => {
    const [after, earlier] = [contents[at], contents[at + 1]]
    return {
      version: row.version,
      madeAt: row.made_at.toISOString(),
      madeBy: row.email,
      restores: row.restores,
      differences: after === undefined || earlier === undefined ? [] : gameDifferences(earlier, after),
    }
  })
  return { versions, next: rows.length > PAGE_SIZE ? String(versions.at(-1)?.version ?? '') : null }
}

/**
 * What an owner has typed and not saved, over what is saved now; null if there is nothing, or nothing that this release
 * reads.
 */
export async function readDraft(
  db: Db,
  { folder, newest }: Pick<GameOnSale, 'folder' | 'newest'>,
  userId: string,
): Promise<GameContentReply['draft']> {
  const row = await db.selectFrom('game_drafts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const typed = GameContent.safeParse(row?.content)
  if (row === undefined || !typed.success) return null
  const begun = await readChanges(db, row.based_on)
  const saved = gameContentOf(newest().sold)
  const content =
    begun === null
      ? typed.data
      : rebaseGame(gameContentOf(applyChanges(folder, begun.changes).sold), typed.data, saved)
  return { content, savedAt: row.saved_at.toISOString() }
}
