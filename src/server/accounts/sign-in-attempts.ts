import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type SignInAttempt =
  | { readonly kind: 'allowed' }
  /** Too soon after the last failure; nothing may be checked. */
  | { readonly kind: 'wait'; readonly retryAfterS: number }

/** Failures without a delay: people mistype. */
const FREE_FAILURES = 5
/** The delay starts at 1 s and doubles with each failure up to this. The account itself is never locked. */
const MAX_WAIT_S = 300
const RESET_AFTER = '24 hours'

const waitOf = (failures: string) =>
  sql.raw(
    `(case when ${failures} < ${String(FREE_FAILURES)} then 0 ` +
      `else least(power(2, least(${failures} - ${String(FREE_FAILURES)}, 20)), ${String(MAX_WAIT_S)}) end * interval '1 second')`,
  )

/**
 * Counts an attempt before anything is checked, so that concurrent attempts cannot avoid the delay; after a success
 * {@link forgetFailures} removes the count. Counted per account and client, so that others cannot lock a person out.
 *
 * @param account an e-mail or an id; the result is the same whether the account exists or not.
 */
export async function beginAttempt(
  db: Db,
  account: string,
  client: string,
  now: Date,
): Promise<SignInAttempt> {
  const key = keyOf(account, client)
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as f (key, failures, tried_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when f.tried_at < ${now}::timestamptz - ${RESET_AFTER}::interval then 1 else f.failures + 1 end,
      tried_at = ${now}
    where f.tried_at + ${waitOf('f.failures')} <= ${now}
    returning failures`.execute(db)
  if (rows.length > 0) return { kind: 'allowed' }
  const waiting = await sql<{ left_s: number }>`
    select extract(epoch from tried_at + ${waitOf('failures')} - ${now}::timestamptz)::float8 as left_s
    from sign_in_failures where key = ${key}`.execute(db)
  return { kind: 'wait', retryAfterS: Math.max(1, Math.ceil(waiting.rows[0]?.left_s ?? 1)) }
}

/** Removes the failures after a success. */
export async function forgetFailures(db: Db, account: string, client: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', keyOf(account, client)).execute()
}

/** Deletes old failures and expired sessions, challenges and links. */
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
