import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Currency } from '#shared/currency.ts'
import type { Edition } from '#shared/editions.ts'
import { GameChanges } from '#shared/game-changes.ts'
import type { Cents } from '#shared/money.ts'

/** A version as it is stored; version 0 is the folder alone. */
export interface StoredChanges {
  readonly version: number
  readonly changes: GameChanges
  /** Why what is stored cannot be read; null if it can. */
  readonly fault: string | null
}

const FOLDER_ALONE: StoredChanges = { version: 0, changes: {}, fault: null }

/** The newest version. */
export async function readNewestChanges(db: Db): Promise<StoredChanges> {
  const row = await db
    .selectFrom('game_changes')
    .select(['version', 'changes'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? FOLDER_ALONE : toStored(row)
}

/** A version by its number; null if there is none. */
export async function readChanges(db: Db, version: number): Promise<StoredChanges | null> {
  if (version === 0) return FOLDER_ALONE
  const row = await db
    .selectFrom('game_changes')
    .select(['version', 'changes'])
    .where('version', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

/** A later release may have stored what this one does not know. */
export function toStored({ version, changes }: { version: number; changes: unknown }): StoredChanges {
  const parsed = GameChanges.safeParse(changes)
  if (parsed.success) return { version, changes: parsed.data, fault: null }
  const fault = `version ${String(version)} of the changes cannot be read by this release: the folder alone applies`
  return { version, changes: {}, fault }
}

/**
 * The price of an edition in the database, to be read by the statement that stores an order: a process that has not heard
 * of the newest version must not sell at an earlier price.
 *
 * @param edition as this process sells it.
 * @param currency null for the shop's own.
 */
export function storedPrice(edition: Edition, currency: Currency | null): RawBuilder<Cents> {
  if (currency !== null) return storedPriceIn(edition, currency)
  const { id, priceCents, folderPriceCents = priceCents } = edition
  return sql<Cents>`coalesce((
    select (changes -> 'prices' ->> ${id}::text)::integer from game_changes order by version desc limit 1
  ), ${folderPriceCents}::integer)`
}

function storedPriceIn(
  { id, prices, folderPrices = prices }: Edition,
  currency: Currency,
): RawBuilder<Cents> {
  return sql<Cents>`coalesce((
    select (changes -> 'pricesIn' -> ${currency}::text ->> ${id}::text)::integer
    from game_changes order by version desc limit 1
  ), ${folderPrices?.[currency] ?? null}::integer)`
}
