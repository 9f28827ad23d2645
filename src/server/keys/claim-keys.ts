import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { EditionId } from '#shared/editions.ts'
import { notLost } from './lost-secrets.ts'

/** The order that keys are claimed for. */
export interface KeyClaim {
  readonly paymentId: string
  readonly edition: EditionId
  readonly quantity: number
}

/**
 * Assigns keys from the stock to an order, those held for it first. Must run in the transaction that sets `delivered_at`:
 * the schema rejects a key for an order that is not delivered. Keys are not read here; those that cannot be read, since
 * their secret is lost, are not claimed.
 *
 * @returns their number. If the stock is too small there are fewer than asked for, and the caller must roll back.
 */
export async function claimKeys(tx: Db, claim: KeyClaim, now: Date): Promise<number> {
  const claimed = await sql`
    with chosen as (
      select id from game_keys
      where payment_id is null and retired_at is null and game_edition = ${claim.edition}
        and (held_for is null or held_for = ${claim.paymentId} or held_until < ${now}) and ${notLost}
      order by (held_for is not distinct from ${claim.paymentId}) desc, created_at, id
      limit ${claim.quantity}
      for update skip locked
    ), numbered as (
      select id, row_number() over (order by id) as line_no from chosen
    )
    update game_keys k
    set payment_id = ${claim.paymentId}, quantity = ${claim.quantity}, line_no = n.line_no, handed_at = ${now},
      held_for = null, held_until = null
    from numbered n where k.id = n.id`.execute(tx)
  return Number(claimed.numAffectedRows ?? 0n)
}

/** The current keys of an order, without replaced and retired ones, in alphabetical order, as its mail lists them. */
export async function keysOf(db: Db, cipher: KeyCipher, paymentId: string): Promise<readonly string[]> {
  const rows = await currentKeys(db, paymentId)
    .select(['id', 'game_edition', 'sealed_key', 'sealed_with'])
    .execute()
  return rows.map((row) => cipher.open(row)).sort()
}

/** Whether an order has keys that are neither replaced nor retired. */
export async function hasKeys(db: Db, paymentId: string): Promise<boolean> {
  return (await currentKeys(db, paymentId).select('id').limit(1).executeTakeFirst()) !== undefined
}

function currentKeys(db: Db, paymentId: string) {
  return db
    .selectFrom('game_keys')
    .where('payment_id', '=', paymentId)
    .where('replaced_by', 'is', null)
    .where('retired_at', 'is', null)
}
