import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { creationRefusal, type CreationRefusal } from './creation-refusal.ts'
import { hashClient, type ClientHashes } from './hash-client.ts'

/** Most unpaid orders within their time to pay. All customers of a carrier, or a dormitory, may be one client. */
const OPEN_MAX = { client: 100, network: 400, shop: 5_000 } as const
/** Most orders of 24 hours that nothing was paid for. */
const DAY_MAX = { client: 500, network: 2_000 } as const
const DAY_MS = 24 * 3600_000
/** Above the shop's limit, a client without an unpaid order may still order until it is reached twice. */
const SHOP_FACTOR_FOR_FIRST = 2
/** The alert about the shop's limit ends well below it. */
const FEW_FACTOR = 0.8

/** Orders of a client that nothing has been paid for. */
interface UnpaidOrders {
  /** Within their time to pay. */
  readonly open: number
  /** Of the last 24 hours, the open ones too. */
  readonly ofDay: number
  /** When the first of the open ones ends; null without one. */
  readonly firstEndsAt: Date | null
}

/** The unpaid orders of a client, and of the network that it belongs to; null if it belongs to none. */
export interface UnpaidCounts {
  readonly client: UnpaidOrders
  readonly network: UnpaidOrders | null
}

interface UnpaidRow {
  readonly who: 'client' | 'network'
  readonly open: number
  readonly of_day: number
  readonly first_ends_at: Date | null
}

/** The statement that counts the unpaid orders of a client and of its network. */
export function unpaidReading(
  db: Db,
  { client_hash: client, network_hash: network }: ClientHashes,
  now: Date,
): CompiledQuery<UnpaidRow> {
  const isOpen = sql`status = 'pending' and expires_at > ${now}`
  const counts = (who: 'client' | 'network', isTheirs: RawBuilder<unknown>) => sql<UnpaidRow>`
    select ${who}::text as who, (count(*) filter (where ${isOpen}))::integer as open, count(*)::integer as of_day,
      min(expires_at) filter (where ${isOpen}) as first_ends_at
    from payments
    where ${isTheirs} and status in ('pending', 'expired') and created_at > ${new Date(now.getTime() - DAY_MS)}`
  const ofClient = counts('client', sql`client_hash = ${client}`)
  const query =
    network === null
      ? ofClient
      : sql<UnpaidRow>`${ofClient} union all ${counts('network', sql`network_hash = ${network}`)}`
  return query.compile(db)
}

/** The counts that {@link unpaidReading} has read. */
export function toUnpaidCounts(rows: readonly UnpaidRow[]): UnpaidCounts {
  const of = (who: UnpaidRow['who']) => rows.filter((row) => row.who === who).map(toUnpaidOrders)[0] ?? null
  const own = of('client')
  if (own === null) throw new Error('expected a count of unpaid orders, got no row')
  return { client: own, network: of('network') }
}

function toUnpaidOrders({ open, of_day: ofDay, first_ends_at: firstEndsAt }: UnpaidRow): UnpaidOrders {
  return { open, ofDay, firstEndsAt }
}

/** How many orders of a client, from `clientOf(request)`, are unpaid and within their time to pay. */
export async function countOpenUnpaid(
  { db, clock, secret }: { readonly db: Db; readonly clock: Clock; readonly secret: Uint8Array },
  client: string,
): Promise<number> {
  const own = { ...hashClient(secret, client), network_hash: null }
  const { rows } = await db.executeQuery(unpaidReading(db, own, clock()))
  return toUnpaidCounts(rows).client.open
}

/**
 * Refuses an order of a client, of its network, or of anyone while too many orders are unpaid. It takes no lock: orders
 * that are created at the same time may exceed the limit by as many as are.
 *
 * @returns null if the order may be created.
 */
export async function refuseTooManyUnpaid(
  { db, limits }: { readonly db: Db; readonly limits: Pick<Limits, 'scaled'> },
  { client, network }: UnpaidCounts,
  now: Date,
): Promise<CreationRefusal | null> {
  const isOver = (orders: UnpaidOrders, who: 'client' | 'network') =>
    orders.open >= limits.scaled(OPEN_MAX[who]) || orders.ofDay >= limits.scaled(DAY_MAX[who])
  if (isOver(client, 'client')) return tooManyOfClient(client, now)
  if (network !== null && isOver(network, 'network')) return tooManyOfClient(network, now)
  return refuseShopFull({ db, limits }, now, client.open === 0 ? SHOP_FACTOR_FOR_FIRST : 1)
}

/** Refuses an order while too many of the shop are unpaid: more than its limit times the factor. */
export async function refuseShopFull(
  { db, limits }: { readonly db: Db; readonly limits: Pick<Limits, 'scaled'> },
  now: Date,
  factor = 1,
): Promise<CreationRefusal | null> {
  const most = limits.scaled(OPEN_MAX.shop) * factor
  return (await isShopOver(db, most, now)) ? tooManyOfShop(db, most, now) : null
}

/** Whether the unpaid orders of the shop have become so few that it stays below its limit. */
export async function hasFewUnpaid(
  { db, limits }: { readonly db: Db; readonly limits: Pick<Limits, 'scaled'> },
  now: Date,
): Promise<boolean> {
  return !(await isShopOver(db, Math.ceil(limits.scaled(OPEN_MAX.shop) * FEW_FACTOR), now))
}

async function isShopOver(db: Db, max: number, now: Date): Promise<boolean> {
  if (max === Infinity) return false
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from payments where status = 'pending' and expires_at > ${now} limit ${max}
    ) unpaid`.execute(db)
  return (rows[0]?.count ?? 0) >= max
}

function tooManyOfClient({ firstEndsAt }: UnpaidOrders, now: Date): CreationRefusal {
  const message =
    'too many unpaid orders from your network: pay one of them, or wait until their time to pay is over'
  return { ...creationRefusal(429, 'UNPAID_ORDERS', message), retryAfterS: secondsUntil(firstEndsAt, now) }
}

/** The refusal of an order whose client's other unpaid orders are promised too many copies, see `holdKeys`. */
export function unpaidCopies({ expires_at: end }: { readonly expires_at: Date }, now: Date): CreationRefusal {
  const message =
    'unpaid orders from your network hold too many copies: pay one of them, or wait until their time to pay is over'
  // the others end no later than this one would
  return { ...creationRefusal(429, 'UNPAID_ORDERS', message), retryAfterS: secondsUntil(end, now) }
}

const SHOP_RETRY_S = 60

async function tooManyOfShop(db: Db, openOrders: number, now: Date): Promise<CreationRefusal> {
  await db
    .transaction()
    .execute((tx) =>
      raiseAlert(tx, { kind: 'unpaid-orders-limit', subject: 'shop', facts: { openOrders }, at: now }),
    )
  const message = 'the shop has too many unpaid orders now: nothing was ordered, try again in a few minutes'
  return { ...creationRefusal(429, 'SHOP_UNPAID_ORDERS', message), retryAfterS: SHOP_RETRY_S }
}

/** Without an open order the limit of the day is reached, whose orders go one by one. */
function secondsUntil(end: Date | null, now: Date): number {
  return end === null ? 3600 : Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
}
