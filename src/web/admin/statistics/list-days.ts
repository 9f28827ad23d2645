import type { EditionId } from '#shared/editions.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'

/** The sales of one day, by edition and in total. */
export interface DaySales {
  /** In UTC: `2026-11-21`. */
  readonly day: string
  /** Every edition of the report, in its order, including those without sales. */
  readonly editions: readonly {
    readonly edition: EditionId
    readonly cents: number
    readonly copies: number
  }[]
  readonly total: { readonly cents: number; readonly orders: number }
}

const DAY_MS = 24 * 3600 * 1000

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
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    const sold = days.filter((one) => one.day === day)
    const sum = (what: 'cents' | 'copies' | 'orders', rows: typeof sold) =>
      rows.reduce((total, row) => total + row[what], 0)
    return {
      day,
      editions: editions.map(({ edition }) => {
        const rows = sold.filter((one) => one.edition === edition)
        return { edition, cents: sum('cents', rows), copies: sum('copies', rows) }
      }),
      total: { cents: sum('cents', sold), orders: sum('orders', sold) },
    }
  })
}
