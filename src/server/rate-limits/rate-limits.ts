import { sql } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { createAdmission, type Admission } from './admission.ts'
import { createProcessWindows, type Window } from './process-windows.ts'

/** The limits: calls per number of seconds. Generous limits are counted in this process only, without a query. */
const BUCKETS = {
  captcha: { calls: 120, withinS: 60, isShared: true },
  'captcha-check': { calls: 120, withinS: 60, isShared: true },
  orders: { calls: 60, withinS: 60, isShared: true },
  // calls that create no order, by client, or by captcha pass if the call has a valid one
  'order-failures': { calls: 120, withinS: 60, isShared: true },
  // above the limit of orders a new captcha is required; above this one, the client is rejected
  'orders-with-fresh-captcha': { calls: 600, withinS: 60, isShared: true },
  // discount codes that do not exist; each costs a captcha as well
  'discount-guesses': { calls: 20, withinS: 3600, isShared: true },
  // "how to pay" mails, which nobody has paid for yet; by client, by hashed mailbox, and of the whole shop
  'order-mails-client': { calls: 100, withinS: 3600, isShared: true },
  'order-mails-mailbox': { calls: 10, withinS: 3600, isShared: true },
  'order-mails-shop': { calls: 2000, withinS: 3600, isShared: true },
  support: { calls: 10, withinS: 3600, isShared: true },
  // counted by payment, not by client: the call itself is never rejected
  look: { calls: 1, withinS: 3, isShared: true },
  recover: { calls: 10, withinS: 3600, isShared: true },
  // by hashed e-mail address and invoice id together, whether they belong together or not
  'recover-pair': { calls: 4, withinS: 3600, isShared: true },
  // mails that are sent, by hashed mailbox, so that nobody's is flooded
  'recover-mails': { calls: 12, withinS: 3600, isShared: true },
  // statements of withdrawal, by client; and by hashed e-mail address and invoice id, whether they belong together or not
  withdrawals: { calls: 20, withinS: 3600, isShared: true },
  'withdrawal-pair': { calls: 6, withinS: 3600, isShared: true },
  // entries of the waiting list, by client; their mails, by hashed mailbox and of the whole shop
  'waiting-list': { calls: 20, withinS: 3600, isShared: true },
  'waiting-mails-mailbox': { calls: 4, withinS: 3600, isShared: true },
  'waiting-mails-shop': { calls: 2000, withinS: 3600, isShared: true },
  // codes typed on an order's page without script: 50 bits each
  'order-code': { calls: 30, withinS: 3600, isShared: true },
  resend: { calls: 6, withinS: 3600, isShared: true },
  // also by address: someone who orders with another person's address could have those mails repeated, too
  'resend-address': { calls: 12, withinS: 3600, isShared: true },
  refund: { calls: 20, withinS: 3600, isShared: true },
  'invoice-check': { calls: 60, withinS: 3600, isShared: true },
  // each call computes a slow hash
  'sign-in': { calls: 30, withinS: 60, isShared: true },
  // by account: who takes a session can neither copy the stock page by page nor key by key
  'key-pages': { calls: 300, withinS: 3600, isShared: true },
  'key-reveals': { calls: 60, withinS: 3600, isShared: true },
  intents: { calls: 240, withinS: 60, isShared: true },
  increments: { calls: 1200, withinS: 60, isShared: false },
  verify: { calls: 1200, withinS: 60, isShared: false },
  // by token
  api: { calls: 600, withinS: 60, isShared: false },
  reads: { calls: 2400, withinS: 60, isShared: false },
} as const
export type Bucket = keyof typeof BUCKETS

type LimitResult = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterS: number }

/** A factor multiplies every limit (the demo: 20); `'off'` disables them. */
export interface LimitOptions {
  readonly factor: number | 'off'
}

export interface Limits extends Admission {
  /** Counts one call of a client, from `clientOf(request)`, or of a payment if the bucket is counted by payment. */
  take(bucket: Bucket, client: string): Promise<LimitResult>
  /** Takes back a call that was counted and had no effect. */
  giveBack(bucket: Bucket, client: string): Promise<void>
  /** A limit that is not counted in a bucket, multiplied like those; `Infinity` if limits are off. */
  scaled(most: number): number
}

const ALLOWED: LimitResult = { allowed: true }

/**
 * Counts calls in fixed windows that begin with a client's first call, with one upsert per call. A client over its limit
 * is rejected from memory until its window ends, so that a flood costs the database nothing.
 *
 * We do not use rate-limiter-flexible: it reads the system clock, subtracts it from an int8 (a bigint here, which
 * throws), and stores client addresses an hour longer than needed.
 */
export function createLimits(db: Db, clock: Clock, { factor }: LimitOptions): Limits {
  if (factor === 'off')
    return {
      take: () => Promise.resolve(ALLOWED),
      giveBack: () => Promise.resolve(),
      scaled: () => Infinity,
      admit: (_step, _client, work) => work(),
      aside: (wait) => wait(),
    }
  const scaled = (most: number) => Math.max(1, Math.ceil(most * factor))
  const windows = createProcessWindows()
  const refused = createProcessWindows()
  return {
    ...createAdmission(),
    scaled,
    async take(bucket, client) {
      const { calls, withinS, isShared } = BUCKETS[bucket]
      const key = `${bucket} ${client}`
      const most = scaled(calls)
      const now = clock()
      if (!isShared) return checkWindow(windows.count(key, withinS, now), most, now)
      const ban = refused.find(key, now)
      if (ban !== null && ban.resetsAt <= latestEnd(now, withinS)) return checkWindow(ban, 0, now)
      const window = await countCall(db, key, withinS, now)
      if (window.used > most) refused.put(key, window)
      return checkWindow(window, most, now)
    },
    async giveBack(bucket, client) {
      const key = `${bucket} ${client}`
      if (!BUCKETS[bucket].isShared) throw new Error(`the bucket ${bucket} takes nothing back`)
      await sql`update limits set used = used - 1 where key = ${key} and used > 0`.execute(db)
      refused.forget(key)
    },
  }
}

/** A window that ends later was begun before the clock was set back, and is over. Clocks of two processes differ a little. */
function latestEnd(now: Date, withinS: number): Date {
  return new Date(now.getTime() + (withinS + 5) * 1000)
}

function checkWindow(window: Window, most: number, now: Date): LimitResult {
  if (window.used <= most) return ALLOWED
  return {
    allowed: false,
    retryAfterS: Math.max(1, Math.ceil((window.resetsAt.getTime() - now.getTime()) / 1000)),
  }
}

async function countCall(db: Db, key: string, withinS: number, now: Date): Promise<Window> {
  const end = new Date(now.getTime() + withinS * 1000)
  const isOver = sql`(l.resets_at <= ${now} or l.resets_at > ${latestEnd(now, withinS)})`
  const { rows } = await sql<{ used: number; resets_at: Date }>`
    insert into limits as l (key, used, resets_at) values (${key}, 1, ${end})
    on conflict (key) do update set
      used = case when ${isOver} then 1 else l.used + 1 end,
      resets_at = case when ${isOver} then excluded.resets_at else l.resets_at end
    returning used, resets_at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('expected the counted window back from the database, got no row')
  return { used: row.used, resetsAt: row.resets_at }
}

/** Deletes the windows that have ended. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('limits').where('resets_at', '<=', now).execute()
}
