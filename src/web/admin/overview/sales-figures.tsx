import type { OverviewReply, Sold } from '#shared/overview-api.ts'
import { cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { fill, formatCount, formatPrice } from '#texts/format.ts'

/** Shows orders and revenue of today and of seven days, each beside the time before. */
export function SalesFigures({ sales }: { readonly sales: NonNullable<OverviewReply['sales']> }) {
  const { texts, language } = useAdmin()
  const words = texts.overview
  const { statistics } = texts
  const price = (sold: Sold) => formatPrice(language, cents(sold.cents))
  const orders = (sold: Sold) => formatCount(language, sold.orders)
  const compared = (
    label: string,
    format: (sold: Sold) => string,
    now: Sold,
    before: Sold,
    than: string,
  ) => ({
    label,
    value: format(now),
    more: fill(than, { value: format(before) }),
  })
  const { today, yesterday, week, weekBefore } = sales
  const figures = [
    compared(`${words.today}: ${statistics.sales}`, price, today, yesterday, words.yesterday),
    compared(`${words.today}: ${statistics.orders}`, orders, today, yesterday, words.yesterday),
    compared(`${words.week}: ${statistics.sales}`, price, week, weekBefore, words.weekBefore),
    compared(`${words.week}: ${statistics.orders}`, orders, week, weekBefore, words.weekBefore),
  ]
  return (
    <section className="card stack" aria-labelledby="overview-sales">
      <h2 id="overview-sales">
        <a href={locationHash({ tab: 'statistics' })}>{statistics.sales}</a>
      </h2>
      <dl className="stat-figures overview-figures">
        {figures.map(({ label, value, more }) => (
          <div key={label} className="stat-figure">
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd className="stat-more">{more}</dd>
          </div>
        ))}
      </dl>
      <p className="lead small">{statistics.note}</p>
    </section>
  )
}
