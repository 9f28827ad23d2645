import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { readKeyStats } from '#server/keys/key-counts.ts'
import type { Currency } from '#shared/currency.ts'
import type { EditionId } from '#shared/editions.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { type NetworkId, RAILS } from '#shared/rails.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'

type Statistics = Omit<StatisticsReply, 'success'>

/** A range of UTC days, both included. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

/** The editions and the currency that sales are shown in. */
interface ShownSales {
  readonly editionIds: readonly EditionId[]
  readonly currency: Currency
}

/**
 * Reads the statistics of a range of days from stored counts, so that the cost does not depend on the number of orders.
 *
 * @param shown.editionIds editions that are listed first, in this order, also without sales; earlier editions follow.
 * @param shown.currency amounts are those of orders in it; orders and copies are counted in any.
 */
export async function readStatistics(
  db: Db,
  span: DaySpan,
  now: Date,
  shown: ShownSales,
): Promise<Statistics> {
  const [keys, sales, refunds, downloads, conversion, confirmation] = await Promise.all([
    readKeyStats(db, shown.editionIds, now),
    readSales(db, span, shown),
    readRefunds(db, span, shown.currency),
    readDownloads(db),
    readConversion(db, span),
    readConfirmation(db, span),
  ])
  return {
    keys,
    currency: shown.currency,
    ...span,
    ...sales,
    refunds,
    downloads,
    conversion,
    confirmation,
  }
}

type Sales = Pick<Statistics, 'days' | 'editions' | 'networks' | 'languages' | 'currencies' | 'total'>
interface SaleTotals {
  readonly orders: number
  readonly copies: number
  readonly cents: number
}

/** A row of one grouping set: by day and edition, by network, by language, or by currency. */
interface SaleRow {
  readonly day: string | null
  readonly edition: EditionId | null
  readonly network: NetworkId | null
  readonly language: Language | null
  readonly currency: Currency | null
  readonly orders: bigint
  readonly copies: bigint
  readonly cents: bigint
}

async function readSales(
  db: Db,
  { from, to }: DaySpan,
  { editionIds, currency }: ShownSales,
): Promise<Sales> {
  const { rows } = await sql<SaleRow>`
    select paid_on::text as day, edition, network, language, currency, sum(orders)::bigint as orders,
      sum(copies)::bigint as copies,
      coalesce(case when grouping(currency) = 0 then sum(cents)
        else sum(cents) filter (where currency = ${currency}) end, 0)::bigint as cents
    from sale_counts where paid_on between ${from}::date and ${to}::date
    group by grouping sets ((paid_on, edition), (network), (language), (currency)) having sum(orders) <> 0
    order by paid_on, edition`.execute(db)
  const days = rows.flatMap((row) =>
    row.day === null || row.edition === null
      ? []
      : [{ day: row.day, edition: row.edition, ...totalsOf(row) }],
  )
  const editions = [...new Set([...editionIds, ...days.map(({ edition }) => edition).sort()])]
  const only = (belongs: (row: SaleRow) => boolean) => totalsOf(rows.find(belongs))
  return {
    days,
    editions: editions.map((edition) => ({ edition, ...sum(days.filter((day) => day.edition === edition)) })),
    networks: RAILS.map(({ network, isExtra }) => ({
      network,
      isExtra,
      ...only((row) => row.network === network),
    }))
      .filter(({ isExtra, orders }) => !isExtra || orders > 0)
      .map(({ network, orders, copies, cents }) => ({ network, orders, copies, cents })),
    languages: LANGUAGES.map((language) => ({ language, ...only((row) => row.language === language) })),
    currencies: rows
      .flatMap((row) => (row.currency === null ? [] : [{ currency: row.currency, ...totalsOf(row) }]))
      .sort((one, other) => other.orders - one.orders),
    total: sum(days),
  }
}

function totalsOf(row: Pick<SaleRow, 'orders' | 'copies' | 'cents'> | undefined): SaleTotals {
  if (row === undefined) return { orders: 0, copies: 0, cents: 0 }
  return { orders: Number(row.orders), copies: Number(row.copies), cents: Number(row.cents) }
}

function sum(rows: readonly SaleTotals[]): SaleTotals {
  const add = (key: keyof SaleTotals) => rows.reduce((total, row) => total + row[key], 0)
  return { orders: add('orders'), copies: add('copies'), cents: add('cents') }
}

async function readRefunds(
  db: Db,
  { from, to }: DaySpan,
  currency: Currency,
): Promise<Statistics['refunds']> {
  const { rows } = await sql<{ refunds: bigint; copies: bigint; cents: bigint }>`
    select count(*) as refunds, coalesce(sum(r.quantity), 0)::bigint as copies,
      coalesce(sum(r.price_cents) filter (where p.currency = ${currency}), 0)::bigint as cents
    from refunds r join payments p on p.id = r.payment_id where r.status = 'verified'
      and verified_at >= ${from}::date at time zone 'UTC'
      and verified_at < (${to}::date + 1) at time zone 'UTC'`.execute(db)
  const { refunds = 0n, copies = 0n, cents = 0n } = rows[0] ?? {}
  return { refunds: Number(refunds), copies: Number(copies), cents: Number(cents) }
}

async function readDownloads(db: Db): Promise<Statistics['downloads']> {
  const { rows } = await sql<{ edition: EditionId; file: string; orders: bigint; downloads: bigint }>`
    select p.edition, d.file, count(distinct p.id) as orders, sum(d.started)::bigint as downloads
    from file_downloads d join payments p on p.id = d.payment_id
    group by p.edition, d.file order by p.edition, d.file`.execute(db)
  return rows.map((row) => ({ ...row, orders: Number(row.orders), downloads: Number(row.downloads) }))
}

async function readConversion(db: Db, { from, to }: DaySpan): Promise<Statistics['conversion']> {
  const { rows } = await sql<{ status: string; n: bigint }>`
    select status, sum(orders)::bigint as n from order_counts
    where made_on between ${from}::date and ${to}::date group by 1 having sum(orders) <> 0`.execute(db)
  const statuses = Object.fromEntries(rows.map((row) => [row.status, Number(row.n)]))
  const made = Object.values(statuses).reduce((total, n) => total + n, 0)
  return { made, paid: (statuses['confirmed'] ?? 0) + (statuses['refunded'] ?? 0), statuses }
}

async function readConfirmation(db: Db, { from, to }: DaySpan): Promise<Statistics['confirmation']> {
  const { rows } = await sql<{ took_s: number; n: bigint }>`
    select took_s, sum(orders)::bigint as n from confirm_counts
    where paid_on between ${from}::date and ${to}::date group by 1 having sum(orders) <> 0 order by 1`.execute(
    db,
  )
  const orders = rows.reduce((total, row) => total + Number(row.n), 0)
  const nearestRank = (share: number) => {
    let below = 0
    for (const row of rows) {
      below += Number(row.n)
      if (below >= Math.ceil(share * orders)) return row.took_s
    }
    return null
  }
  return { orders, medianS: nearestRank(0.5), p90S: nearestRank(0.9) }
}
