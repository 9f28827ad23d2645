import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/runtime/log.ts'
import type { GameFolder } from '#server/site/load-game.ts'
import { withSettings, type GameSettings } from '#server/site/with-settings.ts'
import type { Edition } from '#shared/editions.ts'
import { applyChanges, type ChangedGame } from './apply-changes.ts'
import { readNewestChanges } from './stored-changes.ts'

/** The game as it is sold now: the folder, what the back office changed, and what settings decide, in this order. */
export interface GameOnSale {
  /** The folder by itself. */
  readonly folder: GameFolder
  current(): GameFolder
  /** The version that this process knows, and the game with it, without what settings decide. */
  newest(): ChangedGame & { readonly version: number }
  /** With their prices now. */
  editions(): readonly Edition[]
  releaseAt(): Date
  /** Reads the newest version; one call at a time, so that the last one counts. */
  refresh(): Promise<void>
}

interface GameOnSaleDeps {
  readonly db: Db
  readonly log: Log
  readonly folder: GameFolder
  readonly settings: GameSettings
}

/** Begins with the folder alone, until `refresh` has read what was changed. */
export function createGameOnSale({ db, log, folder, settings }: GameOnSaleDeps): GameOnSale {
  const before = new Map(folder.game.editions.map((edition) => [edition.id, edition]))
  const stateOf = (version: number, changed: ChangedGame, stamp: string) => {
    const current = withSettings(changed.sold, settings)
    const editions = current.game.editions.map((edition) => {
      const of = before.get(edition.id)
      if (of === undefined) return edition
      return { ...edition, folderPriceCents: of.priceCents, ...(of.prices && { folderPrices: of.prices }) }
    })
    return { newest: { ...changed, version }, current, editions, stamp }
  }
  let state = stateOf(0, { sold: folder, unapplied: [] }, '')
  let work: Promise<void> = Promise.resolve()
  const read = async () => {
    const { version, changes, fault } = await readNewestChanges(db)
    const stamp = JSON.stringify([version, changes])
    if (stamp === state.stamp) return
    const changed = applyChanges(folder, changes)
    const unapplied = [...(fault === null ? [] : [fault]), ...changed.unapplied]
    state = stateOf(version, { ...changed, unapplied }, stamp)
    for (const change of unapplied)
      log.warn({ version }, `a change of the back office does not fit the game folder: ${change}`)
  }
  return {
    folder,
    current: () => state.current,
    newest: () => state.newest,
    editions: () => state.editions,
    releaseAt: () => state.current.game.releaseAt,
    refresh() {
      const next = work.then(read)
      // only this call rejects, not the next one
      work = next.catch(() => undefined)
      return next
    },
  }
}
