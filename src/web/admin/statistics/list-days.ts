import type { EditionId } from '#shared/editions.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'

/** The sales of one day, by edition and in total. */
export interface DaySales {
  /** In UTC: `2026-11-21`. */
  readonly day: string
  readonly cents: Readonly<Record<EditionId, number>>
  readonly copies: Readonly<Record<EditionId, number>>
  readonly total: { readonly cents: number; readonly orders: number }
}

const DAY_MS = 24 * 3600 * 1000

/** Returns every day of the report, including days without sales. */
export function listDays({
  from,
  to,
  days,
}: Pick<StatisticsReply, 'from' | 'to' | 'days'>): readonly DaySales[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.round((last - first) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    const sold = days.filter((one) => one.day === day)
    const sum = (what: 'cents' | 'copies' | 'orders', edition?: EditionId) =>
      sold
        .filter((one) => edition === undefined || one.edition === edition)
        .reduce((total, one) => total + one[what], 0)
    const byEdition = (what: 'cents' | 'copies') => ({
      standard: sum(what, 'standard'),
      supporter: sum(what, 'supporter'),
    })
    return {
      day,
      cents: byEdition('cents'),
      copies: byEdition('copies'),
      total: { cents: sum('cents'), orders: sum('orders') },
    }
  })
}
