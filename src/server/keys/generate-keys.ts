import { randomInt, randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { announceNewKeys } from './announce-new-keys.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { EditionId } from '#shared/editions.ts'
import { KEYS_PER_GENERATION_MAX } from '#shared/constants.ts'

/**
 * Without 0, O, 1 and I, since keys are read aloud and typed; without vowels, so that no words appear. 28 characters,
 * 76 bits per key.
 */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** Thrown if the number of keys is outside the limits of one call. */
export class KeyCountError extends RangeError {
  readonly count: number
  constructor(count: number) {
    super(`expected 1 to ${String(KEYS_PER_GENERATION_MAX)} keys, got ${String(count)}`)
    this.name = 'KeyCountError'
    this.count = count
  }
}

/**
 * Generates a key: four groups of four characters, from the system's secure random source.
 *
 * @param firstGroup replaces the first group; the demo marks its keys with `DEMO`.
 */
function randomKey(firstGroup?: string): string {
  const groups = Array.from({ length: 4 }, randomGroup)
  if (firstGroup !== undefined) groups[0] = firstGroup
  return groups.join('-')
}

function randomGroup(): string {
  return Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/**
 * Adds new keys to the stock of an edition, in the caller's transaction.
 *
 * @param count 1 to 100.
 * @throws {KeyCountError} outside of that.
 */
export async function generateKeys(
  tx: Db,
  cipher: KeyCipher,
  edition: EditionId,
  count: number,
): Promise<void> {
  if (!Number.isInteger(count) || count < 1 || count > KEYS_PER_GENERATION_MAX) throw new KeyCountError(count)
  await insertNewKeys(tx, cipher, edition, count)
}

/** Adds `count` new keys in one transaction, without an upper limit. */
export async function addNewKeys(
  db: Db,
  cipher: KeyCipher,
  edition: EditionId,
  count: number,
  firstGroup?: string,
): Promise<void> {
  await db.transaction().execute((tx) => insertNewKeys(tx, cipher, edition, count, firstGroup))
}

/** Inserts new keys; one that exists already is generated again. */
async function insertNewKeys(
  tx: Db,
  cipher: KeyCipher,
  edition: EditionId,
  count: number,
  firstGroup?: string,
): Promise<void> {
  let missing = count
  while (missing > 0) {
    const rows = Array.from({ length: Math.min(missing, 1000) }, () => {
      const place = { id: randomUUID(), game_edition: edition }
      return { ...place, ...cipher.seal(randomKey(firstGroup), place) }
    })
    const added = await tx
      .insertInto('game_keys')
      .values(rows)
      .onConflict((conflict) => conflict.column('key_hash').doNothing())
      .returning('id')
      .execute()
    missing -= added.length
  }
  await announceNewKeys(tx)
}
