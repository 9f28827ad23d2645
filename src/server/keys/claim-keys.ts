import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher, StoredKey } from '#server/secrets/key-cipher.ts'
import type { EditionId } from '#shared/editions.ts'
import { notLost } from './lost-secrets.ts'
import { readKeyOrNull } from './show-key.ts'

/** The order that keys are claimed for. */
export interface KeyClaim {
  readonly paymentId: string
  readonly edition: EditionId
  readonly quantity: number
}

/**
 * Assigns keys of an edition from the stock to orders, those held for one of them first. Must run in the transaction that sets
 * `delivered_at`: the schema rejects a key for an order that is not delivered. Keys are not read here; those that cannot
 * be read, since their secret is lost, are not claimed.
 *
 * @returns their number. If the stock is too small there are fewer than asked for, and the caller must roll back.
 */
export async function claimKeys(
  tx: Db,
  edition: EditionId,
  claims: readonly Pick<KeyClaim, 'paymentId' | 'quantity'>[],
  now: Date,
): Promise<number> {
  const ids = claims.map(({ paymentId }) => paymentId)
  const quantities = claims.map(({ quantity }) => quantity)
  const wanted = quantities.reduce((sum, one) => sum + one, 0)
  const unsold = sql`payment_id is null and retired_at is null and game_edition = ${edition} and ${notLost}`
  // each of the three reads its own index, and no more of it than is wanted
  const claimed = await sql`
    with claims as (
      select payment_id, quantity, sum(quantity) over (order by nr) as up_to
      from unnest(${ids}::uuid[], ${quantities}::int[]) with ordinality as claim(payment_id, quantity, nr)
    ), held as (
      select id from game_keys where held_for = any(${ids}::uuid[]) and ${unsold}
      order by created_at, id limit ${wanted} for update skip locked
    ), free as (
      select id from game_keys where held_for is null and ${unsold}
      order by created_at, id limit ${wanted} - (select count(*) from held) for update skip locked
    ), expired as (
      select id from game_keys where held_for <> all(${ids}::uuid[]) and held_until < ${now} and ${unsold}
      order by created_at, id limit ${wanted} - (select count(*) from held) - (select count(*) from free)
      for update skip locked
    ), numbered as (
      select id, row_number() over (order by id) as nr
      from (select id from held union all select id from free union all select id from expired) as chosen
    )
    update game_keys k
    set payment_id = c.payment_id, quantity = c.quantity, line_no = n.nr - (c.up_to - c.quantity), handed_at = ${now},
      held_for = null, held_until = null
    from numbered n join claims c on n.nr > c.up_to - c.quantity and n.nr <= c.up_to
    where k.id = n.id`.execute(tx)
  return Number(claimed.numAffectedRows ?? 0n)
}

/**
 * The current keys of an order, without replaced and retired ones, in alphabetical order, as its mail lists them.
 *
 * @throws {UnreadableKeyError} if one of them cannot be read: a mail that lacks it must not be sent.
 */
export async function keysOf(db: Db, cipher: KeyCipher, paymentId: string): Promise<readonly string[]> {
  return (await storedKeysOf(db, paymentId)).map((row) => cipher.open(row)).sort()
}

/** Records off the machine that keys leave for their buyer; awaited before they do. */
export type RecordHandOut = (keys: readonly string[]) => Promise<void>

/** Those of them that can be read. A page shows these: the others were mailed, or staff are told of them. */
export async function readableKeysOf(
  db: Db,
  cipher: KeyCipher,
  paymentId: string,
): Promise<readonly string[]> {
  const keys = (await storedKeysOf(db, paymentId)).map((row) => readKeyOrNull(cipher, row))
  return keys.filter((key) => key !== null).sort()
}

function storedKeysOf(db: Db, paymentId: string): Promise<readonly StoredKey[]> {
  return currentKeys(db, paymentId).select(['id', 'game_edition', 'sealed_key', 'sealed_with']).execute()
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
