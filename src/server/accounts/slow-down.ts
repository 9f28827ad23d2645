import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type Try =
  | { readonly kind: 'go' }
  /** Too soon after the last wrong one; nothing may be checked. */
  | { readonly kind: 'wait'; readonly retryAfterS: number }

/** So many may be wrong before the waiting begins: people mistype. */
const FREE_FAILURES = 5
/** From 1 s, doubling with each further one, up to this: the account itself is never locked. */
const LONGEST_WAIT_S = 300
const FORGOTTEN_AFTER = '24 hours'

const waitOf = (failures: string) =>
  sql.raw(
    `(case when ${failures} < ${String(FREE_FAILURES)} then 0 ` +
      `else least(power(2, least(${failures} - ${String(FREE_FAILURES)}, 20)), ${String(LONGEST_WAIT_S)}) end * interval '1 second')`,
  )

/**
 * Counts a try before anything is checked, so that tries made at once cannot outrun the waiting; {@link forgetFailures}
 * takes it back where it was right. Known by account and client together: someone else's tries never keep a person out.
 *
 * @param account an e-mail or an id, of an account that exists or not: the answer is the same.
 */
export async function beginTry(db: Db, account: string, client: string, now: Date): Promise<Try> {
  const key = keyOf(account, client)
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as f (key, failures, tried_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when f.tried_at < ${now}::timestamptz - ${FORGOTTEN_AFTER}::interval then 1 else f.failures + 1 end,
      tried_at = ${now}
    where f.tried_at + ${waitOf('f.failures')} <= ${now}
    returning failures`.execute(db)
  if (rows.length > 0) return { kind: 'go' }
  const waiting = await sql<{ left_s: number }>`
    select extract(epoch from tried_at + ${waitOf('failures')} - ${now}::timestamptz)::float8 as left_s
    from sign_in_failures where key = ${key}`.execute(db)
  return { kind: 'wait', retryAfterS: Math.max(1, Math.ceil(waiting.rows[0]?.left_s ?? 1)) }
}

/** It was right: the next mistake is a first one again. */
export async function forgetFailures(db: Db, account: string, client: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', keyOf(account, client)).execute()
}

/** Takes out what is forgotten, and what has ended: sessions and challenges. */
export async function sweepAccounts(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000)
  await db.deleteFrom('sign_in_failures').where('tried_at', '<', dayAgo).execute()
  await db.deleteFrom('user_sessions').where('expires_at', '<', dayAgo).execute()
  await db.deleteFrom('user_verifications').where('expires_at', '<', now).execute()
  await db.deleteFrom('password_links').where('expires_at', '<', dayAgo).execute()
}

function keyOf(account: string, client: string): Buffer {
  return createHash('sha256').update(`${account.toLowerCase()}\0${client}`).digest()
}
