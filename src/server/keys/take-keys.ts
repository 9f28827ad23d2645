import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { FixedEdition } from '#shared/editions.ts'
import { beginHolding, countFreeCopies, hasFreeKeys } from './hold-keys.ts'
import { notLost } from './lost-secrets.ts'

/** What a sale made elsewhere takes. */
export interface KeyTaking {
  readonly externalOrderId: string
  readonly edition: FixedEdition
  readonly quantity: number
}

/**
 * Takes keys out of the stock for a sale made elsewhere, in the transaction that creates it. None is taken that an open order
 * holds or that is promised to one: in stock mode `reserve` to unpaid orders, too, in `backorder` to paid ones that wait.
 *
 * @returns false if the stock does not cover it; the caller must roll back.
 */
export async function takeKeys(
  tx: Db,
  { externalOrderId, edition, quantity }: KeyTaking,
  now: Date,
): Promise<boolean> {
  await beginHolding(tx, edition.id, now)
  if (!(await isFree(tx, edition, quantity, now))) return false
  const taken = await sql`
    with free as (
      select id from game_keys
      where held_for is null and payment_id is null and retired_at is null and game_edition = ${edition.id} and ${notLost}
      order by created_at, id limit ${quantity} for update skip locked
    ), numbered as (select id, row_number() over (order by id) as nr from free)
    update game_keys k
    set external_order_id = ${externalOrderId}, external_line = n.nr, external_quantity = ${quantity}, retired_at = ${now}
    from numbered n where k.id = n.id`.execute(tx)
  return taken.numAffectedRows === BigInt(quantity)
}

async function isFree(tx: Db, { id, stock }: FixedEdition, quantity: number, now: Date): Promise<boolean> {
  if (stock === 'reserve') return (await countFreeCopies(tx, id, quantity, now)) >= quantity
  const { rows } = await sql<{ copies: bigint }>`
    select coalesce(sum(copies), 0)::bigint as copies from waiting_counts where edition = ${id}`.execute(tx)
  return hasFreeKeys(tx, id, Number(rows[0]?.copies ?? 0n) + quantity, now)
}

/** Returns to the stock what a sale made elsewhere took, before it left: the schema refuses it afterwards. */
export async function giveBackTaken(tx: Db, externalOrderId: string): Promise<void> {
  await tx
    .updateTable('game_keys')
    .set({ external_order_id: null, external_line: null, external_quantity: null, retired_at: null })
    .where('external_order_id', '=', externalOrderId)
    .execute()
}

/** The keys of a sale made elsewhere, in alphabetical order. @throws {UnreadableKeyError} if one of them cannot be read. */
export async function keysTakenBy(
  db: Db,
  cipher: KeyCipher,
  externalOrderId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('game_keys')
    .select(['id', 'game_edition', 'sealed_key', 'sealed_with'])
    .where('external_order_id', '=', externalOrderId)
    .execute()
  return rows.map((row) => cipher.open(row)).sort()
}
