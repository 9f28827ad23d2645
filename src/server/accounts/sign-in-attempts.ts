import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type SignInAttempt =
  | { readonly kind: 'allowed' }
  /** Too soon after the last failure; nothing may be checked. */
  | { readonly kind: 'wait'; readonly retryAfterS: number }

/** A count of failures that delays the next attempt: from `freeFailures` on by 1 s, doubling up to `waitMaxS`. */
interface Window {
  readonly key: Buffer
  readonly freeFailures: number
  readonly waitMaxS: number
}

/** So many failures of one account in a day are told to staff. */
export const ALERT_AT_FAILURES = 20
const RESET_AFTER = '24 hours'

/** An attempt to sign in or to give a password or a code. */
export interface Attempt {
  /** An e-mail or an id; the outcome is the same whether the account exists or not. */
  readonly account: string
  /** From `clientOf`. */
  readonly client: string
  /** Whether somebody signed in to the account from this browser before. Strangers' failures do not delay it. */
  readonly isKnownDevice: boolean
}

/**
 * Counts an attempt before anything is checked, so that concurrent attempts cannot avoid the delay; after a success
 * {@link forgetFailures} removes the count. Counted for the account and client; for the account and the client's /48,
 * which one customer has; and for the account from everywhere. No account is ever locked: the longest delay by strangers
 * is a minute, and none for a browser that signed in before.
 */
export async function beginAttempt(db: Db, attempt: Attempt, now: Date): Promise<SignInAttempt> {
  try {
    await db.transaction().execute(async (tx) => {
      for (const window of windowsOf(attempt)) await count(tx, window, now)
    })
    return { kind: 'allowed' }
  } catch (error) {
    if (error instanceof TooSoonError) return { kind: 'wait', retryAfterS: error.retryAfterS }
    throw error
  }
}

/** Removes the failures after a success. */
export async function forgetFailures(db: Db, attempt: Attempt): Promise<void> {
  const keys = windowsOf(attempt).map(({ key }) => key)
  await db.deleteFrom('sign_in_failures').where('key', 'in', keys).execute()
}

/** How often signing in to an account failed in the last day, from all clients that are not known devices. */
export async function countFailures(db: Db, account: string): Promise<number> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select('failures')
    .where('key', '=', keyOf(account, ANYWHERE))
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** Whether signing in to any account failed so often in the last day, from anywhere. */
export async function hasFailures(db: Db, atLeast: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select('key')
    .where('failures', '>=', atLeast)
    .where('tried_at', '>', new Date(now.getTime() - 24 * 3600_000))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes old failures and expired sessions, challenges and links. */
export async function sweepAccounts(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000)
  await db.deleteFrom('sign_in_failures').where('tried_at', '<', dayAgo).execute()
  await db.deleteFrom('user_sessions').where('expires_at', '<', dayAgo).execute()
  await db.deleteFrom('user_verifications').where('expires_at', '<', now).execute()
  await db.deleteFrom('used_codes').where('used_at', '<', dayAgo).execute()
  await db.deleteFrom('password_links').where('expires_at', '<', dayAgo).execute()
}

/** Not a client's address. */
const ANYWHERE = '*'

function windowsOf({ account, client, isKnownDevice }: Attempt): readonly Window[] {
  const site = siteOf(client)
  return [
    // people mistype
    { key: keyOf(account, client), freeFailures: 5, waitMaxS: 300 },
    ...(site === null ? [] : [{ key: keyOf(account, site), freeFailures: 10, waitMaxS: 300 }]),
    ...(isKnownDevice ? [] : [{ key: keyOf(account, ANYWHERE), freeFailures: 20, waitMaxS: 60 }]),
  ]
}

/** The /48 of an IPv6 client, null for IPv4. */
function siteOf(client: string): string | null {
  if (!client.includes(':')) return null
  return `${client.split(':').slice(0, 3).join(':')}::/48`
}

async function count(tx: Db, { key, freeFailures, waitMaxS }: Window, now: Date): Promise<void> {
  const wait = (failures: string) =>
    sql.raw(
      `(case when ${failures} < ${String(freeFailures)} then 0 ` +
        `else least(power(2, least(${failures} - ${String(freeFailures)}, 20)), ${String(waitMaxS)}) end * interval '1 second')`,
    )
  const { rows } = await sql`
    insert into sign_in_failures as f (key, failures, tried_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when f.tried_at < ${now}::timestamptz - ${RESET_AFTER}::interval then 1 else f.failures + 1 end,
      tried_at = greatest(f.tried_at, ${now})
    -- of two attempts at the same time, the one that began earlier may be counted later
    where f.failures < ${freeFailures} or f.tried_at + ${wait('f.failures')} <= ${now}
    returning failures`.execute(tx)
  if (rows.length > 0) return
  const waiting = await sql<{ left_s: number }>`
    select extract(epoch from tried_at + ${wait('failures')} - ${now}::timestamptz)::float8 as left_s
    from sign_in_failures where key = ${key}`.execute(tx)
  throw new TooSoonError(Math.max(1, Math.ceil(waiting.rows[0]?.left_s ?? 1)))
}

/** Rolls back what the earlier windows counted. */
class TooSoonError extends Error {
  readonly retryAfterS: number
  constructor(retryAfterS: number) {
    super('too soon after the last failure')
    this.name = 'TooSoonError'
    this.retryAfterS = retryAfterS
  }
}

function keyOf(account: string, client: string): Buffer {
  return createHash('sha256').update(`${account.toLowerCase()}\0${client}`).digest()
}
