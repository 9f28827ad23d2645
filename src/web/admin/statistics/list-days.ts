import type { EditionId } from '#shared/editions.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'

/** The sales of one day or of several in a row, by edition and in total. */
export interface DaySales {
  /** The first day, in UTC: `2026-11-21`. */
  readonly day: string
  /** The last day: the same one for a single day. */
  readonly lastDay: string
  /** Every edition of the report, in its order, including those without sales. */
  readonly editions: readonly {
    readonly edition: EditionId
    readonly cents: number
    readonly copies: number
  }[]
  readonly total: { readonly cents: number; readonly orders: number }
}

const DAY_MS = 24 * 3600 * 1000
/** Up to these lengths of a report, in days, a bar has 1 and 7 days; above them 28. */
const [DAILY_MAX, WEEKLY_MAX] = [92, 650]

/** Returns every day of the report, including days without sales. */
export function listDays({
  from,
  to,
  days,
  editions,
}: Pick<StatisticsReply, 'from' | 'to' | 'days'> & {
  readonly editions: readonly Pick<StatisticsReply['editions'][number], 'edition'>[]
}): readonly DaySales[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.round((last - first) / DAY_MS) + 1
  const soldOn = new Map<string, StatisticsReply['days']>()
  for (const sale of days) soldOn.set(sale.day, [...(soldOn.get(sale.day) ?? []), sale])
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    const sold = soldOn.get(day) ?? []
    const sum = (what: 'cents' | 'copies' | 'orders', rows: typeof sold) =>
      rows.reduce((total, row) => total + row[what], 0)
    return {
      day,
      lastDay: day,
      editions: editions.map(({ edition }) => {
        const rows = sold.filter((one) => one.edition === edition)
        return { edition, cents: sum('cents', rows), copies: sum('copies', rows) }
      }),
      total: { cents: sum('cents', sold), orders: sum('orders', sold) },
    }
  })
}

/** How many days a bar of a chart of `count` days stands for. */
export function daysPerBar(count: number): number {
  if (count <= DAILY_MAX) return 1
  return count <= WEEKLY_MAX ? 7 : 28
}

/** Adds up each `size` days in a row; the last group may be shorter. */
export function groupDays(days: readonly DaySales[], size: number): readonly DaySales[] {
  return Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    addUp(days.slice(index * size, (index + 1) * size)),
  )
}

function addUp(days: readonly DaySales[]): DaySales {
  const [first] = days
  if (first === undefined)
    throw new Error('expected at least one day, found none; call it with a group of days')
  return days.slice(1).reduce(
    (sum, { lastDay, editions, total }) => ({
      day: sum.day,
      lastDay,
      editions: sum.editions.map(({ edition, cents, copies }, place) => ({
        edition,
        cents: cents + (editions[place]?.cents ?? 0),
        copies: copies + (editions[place]?.copies ?? 0),
      })),
      total: { cents: sum.total.cents + total.cents, orders: sum.total.orders + total.orders },
    }),
    first,
  )
}
