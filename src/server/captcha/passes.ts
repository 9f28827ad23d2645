import { createHash, randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'

/** A pass younger than this is fresh, as required of a client above its limit of orders. */
const FRESH_S = 60

interface PassOptions {
  readonly isFresh?: boolean
}

/** A pass that is not stored yet. */
interface NewPass {
  /** For the cookie; only its hash is stored. */
  readonly token: string
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

export function newPass(now: Date): NewPass {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + CAPTCHA_PASS_LIFE_S * 1000)
  return { token, tokenHash: hashToken(token), expiresAt }
}

/** Creates a pass for someone who solved a challenge. The token goes into a cookie. */
export async function issuePass(db: Db, now: Date): Promise<string> {
  const { token, tokenHash, expiresAt } = newPass(now)
  await db.insertInto('captcha_passes').values({ token_hash: tokenHash, expires_at: expiresAt }).execute()
  return token
}

/**
 * Whether a browser's pass is valid for a payment. It takes no lock: only {@link passSpending} decides.
 *
 * @param options.isFresh as for {@link passSpending}.
 */
export async function hasPass(
  db: Db,
  token: string | null,
  now: Date,
  options: PassOptions = {},
): Promise<boolean> {
  return (await validPass(db, token, now, options).execute()).length > 0
}

/** The SQL condition that a browser's pass is valid for a payment; false without a pass. */
export function isPassValid(db: Db, token: string | null, now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists ${validPass(db, token, now)}`
}

/**
 * Locks a browser's pass until the transaction ends, so that calls that may take it away follow one another; false if it is not
 * valid for a payment.
 */
export async function lockPass(tx: Db, token: string | null, now: Date): Promise<boolean> {
  if (token === null) return false
  return (await validPass(tx, token, now).forUpdate().execute()).length > 0
}

function validPass(db: Db, token: string | null, now: Date, { isFresh = false }: PassOptions = {}) {
  return db
    .selectFrom('captcha_passes')
    .select('expires_at')
    .where(isOfToken(token))
    .where('spent_by', 'is', null)
    .where('expires_at', '>', expiresAfter(now, isFresh))
}

/**
 * Spends a pass on a payment, in the statement that inserts the payment: it gives a row if the pass was valid, and none without
 * a pass. Of several concurrent ones exactly one gives a row, and a rollback returns the pass.
 *
 * @param options.isFresh accept only a pass created within the last minute; see `checkOrderLimit`.
 */
export function passSpending(
  tx: Db,
  token: string | null,
  paymentId: string,
  now: Date,
  { isFresh = false }: PassOptions = {},
) {
  return tx
    .updateTable('captcha_passes')
    .set({ spent_by: paymentId })
    .where(isOfToken(token))
    .where('spent_by', 'is', null)
    .where('expires_at', '>', expiresAfter(now, isFresh))
    .returning('expires_at')
}

/** Takes an unspent pass away, for what costs a captcha without an order. Of several concurrent calls one returns true. */
export async function dropPass(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('captcha_passes')
    .where('token_hash', '=', hashToken(token))
    .where('spent_by', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Without a token no pass is meant. */
const isOfToken = (token: string | null) =>
  sql<boolean>`token_hash = ${token === null ? null : hashToken(token)}`

/** A pass is valid if it expires after this. */
function expiresAfter(now: Date, isFresh: boolean): Date {
  return new Date(now.getTime() + (isFresh ? (CAPTCHA_PASS_LIFE_S - FRESH_S) * 1000 : 0))
}

/** Identifies a pass in limits without revealing it. */
export function passId(token: string): string {
  return hashToken(token).toString('base64url')
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
