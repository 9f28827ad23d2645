import type { Currency } from '#shared/currency.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { alertSubjectOf, isAlertKind } from '#shared/alerts.ts'
import type { EditionId } from '#shared/editions.ts'
import type { OverviewReply, Sold, WaitingKind } from '#shared/overview-api.ts'
import { may, type Role } from '#shared/permissions.ts'
import { daysLeft } from './find-causes.ts'
import type { ShopState } from './read-shop-state.ts'

export interface OverviewDeps {
  readonly db: Db
  /** Amounts are those of orders in it. */
  readonly currency: Currency
  readonly shopState: () => Promise<ShopState>
  readonly readBackups: () => Promise<NonNullable<OverviewReply['backups']>>
}

/**
 * Reads what the staff see first. Nothing in it depends on the number of orders: sales and paid copies come from stored
 * counts, what waits for staff from partial indexes.
 *
 * @param role decides which parts are read at all.
 */
export async function readOverview(
  deps: OverviewDeps,
  role: Role | null,
  now: Date,
): Promise<Omit<OverviewReply, 'success'>> {
  const { db, currency } = deps
  const mayReadSettings = may(role, 'settings.read')
  const [state, onWaitingList, sales, waiting, backups] = await Promise.all([
    deps.shopState(),
    readOnWaitingList(db),
    may(role, 'stats.read') ? readSales(db, now, currency) : null,
    readWaiting(db, mayReadSettings, currency),
    mayReadSettings ? deps.readBackups() : null,
  ])
  return {
    readAt: now.toISOString(),
    currency,
    currencies: sales?.currencies ?? [],
    sales: sales?.sold ?? null,
    waiting,
    mails: { unsent: state.mail.waiting, oldestS: Math.round(state.mail.oldestS) },
    stock: state.stock.map((one) => ({
      edition: one.edition,
      free: one.free,
      soldInWeek: one.soldInWeek,
      daysLeft: daysLeft(one),
      isSoldOut: one.isSoldOut,
      onWaitingList: onWaitingList.get(one.edition) ?? 0,
    })),
    rails: [...state.rails],
    backups,
  }
}

async function readSales(
  db: Db,
  now: Date,
  currency: Currency,
): Promise<{ sold: NonNullable<OverviewReply['sales']>; currencies: Currency[] }> {
  const { rows } = await sql<{
    ago: number
    orders: bigint
    copies: bigint
    cents: bigint
    currencies: Currency[]
  }>`
    select today.day - paid_on as ago, sum(orders)::bigint as orders, sum(copies)::bigint as copies,
      coalesce(sum(cents) filter (where currency = ${currency}), 0)::bigint as cents,
      array_agg(distinct currency) as currencies
    from sale_counts, (select (${now}::timestamptz at time zone 'utc')::date as day) today
    where paid_on between today.day - 13 and today.day group by 1`.execute(db)
  const sumOf = (from: number, to: number): Sold => {
    const within = rows.filter(({ ago }) => ago >= from && ago <= to)
    const add = (key: keyof Sold) => within.reduce((sum, row) => sum + Number(row[key]), 0)
    return { orders: add('orders'), copies: add('copies'), cents: add('cents') }
  }
  return {
    sold: { today: sumOf(0, 0), yesterday: sumOf(1, 1), week: sumOf(0, 6), weekBefore: sumOf(7, 13) },
    currencies: [...new Set(rows.flatMap((row) => row.currencies))].sort(),
  }
}

/** Confirmed entries of the waiting list, by edition. */
async function readOnWaitingList(db: Db): Promise<ReadonlyMap<EditionId, number>> {
  const rows = await db
    .selectFrom('waiting_list')
    .select(['edition', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('confirmed_at', 'is not', null)
    .groupBy('edition')
    .execute()
  return new Map(rows.map(({ edition, count }) => [edition, Number(count)]))
}

type Waiting = OverviewReply['waiting'][number]

interface WaitingRow {
  readonly kind: WaitingKind
  readonly count: bigint
  readonly oldest: Date | null
  readonly cents: bigint | null
}

async function readWaiting(db: Db, mayReadSettings: boolean, currency: Currency): Promise<Waiting[]> {
  const lostPayments = sql`
    union all select 5, 'lost_payments', count(*), min(found_at), null from lost_payments`
  const { rows } = await sql<WaitingRow>`
    select 1 as place, 'review' as kind, count(*) as count, min(created_at) as oldest,
      coalesce(sum(p.price_cents) filter (where p.currency = ${currency}), 0)::bigint as cents
    from payments p where status = 'review'
    union all
    select 2, 'held_back', count(*), min(least(limited_since, unagreed_since)),
      coalesce(sum(p.price_cents) filter (where p.currency = ${currency}), 0)::bigint
    from payments p where (limited_since is not null or unagreed_since is not null) and status = 'detected'
    union all
    select 3, 'refunds', count(*), min(r.asked_at),
      coalesce(sum(r.price_cents) filter (where p.currency = ${currency}), 0)::bigint
    from refunds r join payments p on p.id = r.payment_id where r.status in ('asked', 'mismatch')
    union all
    select 4, 'awaiting_keys', coalesce(sum(orders), 0)::bigint,
      (select min(awaiting_keys_since) from payments
        where awaiting_keys_since is not null and delivered_at is null and status = 'confirmed'),
      coalesce(sum(cents) filter (where currency = ${currency}), 0)::bigint
    from waiting_counts where is_awaiting_keys
    ${mayReadSettings ? lostPayments : sql``}
    order by place`.execute(db)
  const found = rows.flatMap(({ kind, count, oldest, cents }) => {
    if (oldest === null) return []
    const price = cents === null ? null : Number(cents)
    return [{ kind, count: Number(count), oldestAt: oldest.toISOString(), cents: price }]
  })
  return [...found, ...(await readAlerts(db))]
}

/** Alerts about an order are left out: the order is counted. */
async function readAlerts(db: Db): Promise<readonly Waiting[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['kind', 'raised_at'])
    .where('closed_at', 'is', null)
    .orderBy('raised_at')
    .execute()
  const others = rows.filter(({ kind }) => isAlertKind(kind) && alertSubjectOf(kind) !== 'order')
  const [oldest] = others
  if (oldest === undefined) return []
  return [{ kind: 'alerts', count: others.length, oldestAt: oldest.raised_at.toISOString(), cents: null }]
}
