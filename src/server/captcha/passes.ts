import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'

/** A pass younger than this is fresh, as required of a client above its limit of orders. */
const FRESH_S = 60

interface PassOptions {
  readonly isFresh?: boolean
}

/** Creates a pass for someone who solved a challenge. The token goes into a cookie; only its hash is stored. */
export async function issuePass(db: Db, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + CAPTCHA_PASS_LIFE_S * 1000)
  await db
    .insertInto('captcha_passes')
    .values({ token_hash: hashToken(token), expires_at: expiresAt })
    .execute()
  return token
}

/**
 * Whether a browser's pass is valid for a payment. It takes no lock: only {@link spendPass} decides.
 *
 * @param options.isFresh as for {@link spendPass}.
 */
export async function hasPass(
  db: Db,
  token: string | null,
  now: Date,
  { isFresh = false }: PassOptions = {},
): Promise<boolean> {
  if (token === null) return false
  const pass = await db
    .selectFrom('captcha_passes')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('spent_by', 'is', null)
    .where('expires_at', '>', expiresAfter(now, isFresh))
    .executeTakeFirst()
  return pass !== undefined
}

/**
 * Spends a pass on a payment, in the transaction that inserts the payment. Of several concurrent calls exactly one gets
 * true, and a rollback returns the pass.
 *
 * @param options.isFresh accept only a pass created within the last minute; see `checkOrderLimit`.
 */
export async function spendPass(
  tx: Db,
  token: string | null,
  paymentId: string,
  now: Date,
  { isFresh = false }: PassOptions = {},
): Promise<boolean> {
  if (token === null) return false
  const spent = await tx
    .updateTable('captcha_passes')
    .set({ spent_by: paymentId })
    .where('token_hash', '=', hashToken(token))
    .where('spent_by', 'is', null)
    .where('expires_at', '>', expiresAfter(now, isFresh))
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

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
