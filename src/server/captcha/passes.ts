import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'

/** A pass this young counts as fresh, where a client is over its limit of orders. */
const FRESH_S = 60

/** Makes a pass for who has solved a challenge; the token goes into a cookie, its hash stays here. */
export async function issuePass(db: Db, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + CAPTCHA_PASS_LIFE_S * 1000)
  await db
    .insertInto('captcha_passes')
    .values({ token_hash: hashToken(token), expires_at: expiresAt })
    .execute()
  return token
}

/** Whether a browser holds a pass that is still worth a payment. */
export async function hasPass(db: Db, token: string | null, now: Date): Promise<boolean> {
  if (token === null) return false
  const pass = await db
    .selectFrom('captcha_passes')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('spent_by', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return pass !== undefined
}

/**
 * Spends a pass on a payment, in the transaction that has just inserted it: of several at once exactly one gets true,
 * and a roll-back gives the pass back.
 *
 * @param options.isFresh only a pass made within the last minute counts; see `limitOrders`.
 */
export async function spendPass(
  tx: Db,
  token: string | null,
  paymentId: string,
  now: Date,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): Promise<boolean> {
  if (token === null) return false
  const leftMs = isFresh ? (CAPTCHA_PASS_LIFE_S - FRESH_S) * 1000 : 0
  const spent = await tx
    .updateTable('captcha_passes')
    .set({ spent_by: paymentId })
    .where('token_hash', '=', hashToken(token))
    .where('spent_by', 'is', null)
    .where('expires_at', '>', new Date(now.getTime() + leftMs))
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
