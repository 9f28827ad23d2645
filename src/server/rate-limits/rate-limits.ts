import { sql } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { createProcessWindows } from './process-windows.ts'

/** What is limited: so many calls within so many seconds. Generous ones are counted in this process alone, at no query. */
const BUCKETS = {
  captcha: { calls: 120, withinS: 60, isShared: true },
  'captcha-check': { calls: 120, withinS: 60, isShared: true },
  orders: { calls: 60, withinS: 60, isShared: true },
  // beyond the limit of orders the captcha is asked again; beyond this, the client is refused
  'orders-with-fresh-captcha': { calls: 600, withinS: 60, isShared: true },
  support: { calls: 10, withinS: 3600, isShared: true },
  // counted by payment, not by client: the call itself always answers
  look: { calls: 1, withinS: 3, isShared: true },
  recover: { calls: 10, withinS: 3600, isShared: true },
  // counted by e-mail address, hashed, so that nobody's mailbox is flooded
  'recover-address': { calls: 4, withinS: 3600, isShared: true },
  resend: { calls: 6, withinS: 3600, isShared: true },
  // by address again: whoever orders in a stranger's name can have those mails repeated, too
  'resend-address': { calls: 12, withinS: 3600, isShared: true },
  refund: { calls: 20, withinS: 3600, isShared: true },
  'invoice-check': { calls: 60, withinS: 3600, isShared: true },
  // each costs a slow hash
  'sign-in': { calls: 30, withinS: 60, isShared: true },
  intents: { calls: 240, withinS: 60, isShared: true },
  increments: { calls: 1200, withinS: 60, isShared: false },
  verify: { calls: 1200, withinS: 60, isShared: false },
  reads: { calls: 2400, withinS: 60, isShared: false },
} as const
export type Bucket = keyof typeof BUCKETS

export type Taken = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterS: number }

/** A factor makes every limit looser (the demo: 20); `'off'` counts nothing. */
export interface LimitOptions {
  readonly factor: number | 'off'
}

export interface Limits {
  /** Counts one call of a client, from `clientOf(request)`, or of a payment where the bucket is counted by payment. */
  take(bucket: Bucket, client: string): Promise<Taken>
}

const ALLOWED: Taken = { allowed: true }

/**
 * Counts calls in fixed windows that begin with a client's first call. One upsert a call; a client that is over is
 * refused from memory until its window ends, so that a flood costs the database nothing.
 *
 * The table is our own: rate-limiter-flexible reads the time itself, subtracts it from an int8 (a bigint here, which
 * throws), and keeps the addresses of clients an hour longer than it needs them.
 */
export function createLimits(db: Db, clock: Clock, { factor }: LimitOptions): Limits {
  if (factor === 'off') return { take: () => Promise.resolve(ALLOWED) }
  const windows = createProcessWindows()
  const refused = createProcessWindows()
  return {
    async take(bucket, client) {
      const { calls, withinS, isShared } = BUCKETS[bucket]
      const key = `${bucket} ${client}`
      const most = Math.max(1, Math.ceil(calls * factor))
      const now = clock()
      if (!isShared) return judge(windows.count(key, withinS, now), most, now)
      const ban = refused.find(key, now)
      if (ban !== null) return judge(ban, 0, now)
      const window = await countCall(db, key, withinS, now)
      if (window.used > most) refused.put(key, window)
      return judge(window, most, now)
    },
  }
}

/** How often a key was used in its window, this time included, and when the window ends. */
export interface Window {
  readonly used: number
  readonly resetsAt: Date
}

function judge(window: Window, most: number, now: Date): Taken {
  if (window.used <= most) return ALLOWED
  return {
    allowed: false,
    retryAfterS: Math.max(1, Math.ceil((window.resetsAt.getTime() - now.getTime()) / 1000)),
  }
}

async function countCall(db: Db, key: string, withinS: number, now: Date): Promise<Window> {
  const end = new Date(now.getTime() + withinS * 1000)
  const { rows } = await sql<{ used: number; resets_at: Date }>`
    insert into limits as l (key, used, resets_at) values (${key}, 1, ${end})
    on conflict (key) do update set
      used = case when l.resets_at <= ${now} then 1 else l.used + 1 end,
      resets_at = case when l.resets_at <= ${now} then excluded.resets_at else l.resets_at end
    returning used, resets_at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('expected the counted window back from the database, got no row')
  return { used: row.used, resetsAt: row.resets_at }
}
