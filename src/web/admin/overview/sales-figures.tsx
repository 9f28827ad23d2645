import type { OverviewReply, Sold } from '#shared/overview-api.ts'
import { cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { StatFigures, type Figure } from '#web/admin/figures.tsx'
import { fill, formatCount, formatPrice } from '#texts/format.ts'

/** Shows orders and revenue of today and of seven days, each beside the time before. */
export function SalesFigures({ sales }: { readonly sales: NonNullable<OverviewReply['sales']> }) {
  const { texts, language, currency } = useAdmin()
  const words = texts.overview
  const { statistics } = texts
  const { colon } = texts.shell
  const price = (sold: Sold) => formatPrice(language, cents(sold.cents), currency)
  const orders = (sold: Sold) => formatCount(language, sold.orders)
  const compared = (
    label: string,
    format: (sold: Sold) => string,
    now: Sold,
    before: Sold,
    than: string,
  ): Figure => [label, format(now), fill(than, { value: format(before) })]
  const { today, yesterday, week, weekBefore } = sales
  const figures = [
    compared(`${words.today}${colon} ${statistics.sales}`, price, today, yesterday, words.yesterday),
    compared(`${words.today}${colon} ${statistics.orders}`, orders, today, yesterday, words.yesterday),
    compared(`${words.week}${colon} ${statistics.sales}`, price, week, weekBefore, words.weekBefore),
    compared(`${words.week}${colon} ${statistics.orders}`, orders, week, weekBefore, words.weekBefore),
  ]
  return (
    <Card
      id="overview-sales"
      title={
        <>
          <a href={locationHash({ tab: 'statistics' })}>{statistics.sales}</a>
        </>
      }
      level={2}
    >
      <StatFigures className="overview-figures" figures={figures} />
      <p className="lead small">{statistics.note}</p>
    </Card>
  )
}
