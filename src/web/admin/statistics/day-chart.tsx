import { cents } from '#shared/money.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatDay } from '#web/admin/format-date.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import { listDays, type DaySales } from './list-days.ts'

const HEIGHT = 180
const STEP = 20
/** The number of colours in `tabs.css`. */
const TONES = 6

/** A bar chart of each day's sales, stacked by edition, with the same figures as a table below. */
export function DayChart({ report }: { readonly report: StatisticsReply }) {
  const { texts, editionName, language } = useAdmin()
  const words = texts.statistics
  const days = listDays(report)
  const most = Math.max(1, ...days.map(({ total }) => total.cents))
  const isRtl = document.documentElement.dir === 'rtl'
  const width = days.length * STEP
  return (
    <figure className="chart" aria-labelledby="per-day">
      <figcaption id="per-day">
        <h3>{words.perDay}</h3>
        <ul className="legend">
          {report.editions.map(({ edition }, place) => (
            <li key={edition} className={toneOf(place)}>
              {editionName(edition)}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg
        viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.perDay}
      >
        {days.map((day, index) => (
          <Bar
            key={day.day}
            day={day}
            x={(isRtl ? days.length - 1 - index : index) * STEP}
            most={most}
            title={`${formatDay(language, day.day)}: ${formatPrice(language, cents(day.total.cents))}`}
          />
        ))}
      </svg>
      <div className="chart-ends">
        <span>{formatDay(language, report.from)}</span>
        <span>{formatDay(language, report.to)}</span>
      </div>
      <details>
        <summary>{words.asTable}</summary>
        <div className="scroll" tabIndex={0} role="region" aria-label={words.perDay}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.day}</th>
                {report.editions.map(({ edition }) => (
                  <th key={edition} scope="col">
                    {editionName(edition)}
                  </th>
                ))}
                <th scope="col">{words.orders}</th>
                <th scope="col">{words.sales}</th>
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <th scope="row">{formatDay(language, day.day)}</th>
                  {day.editions.map(({ edition, copies }) => (
                    <td key={edition}>{formatCount(language, copies)}</td>
                  ))}
                  <td>{formatCount(language, day.total.orders)}</td>
                  <td>{formatPrice(language, cents(day.total.cents))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/**
 * Returns the class of an edition's colour in the chart, by its position; the seventh edition reuses the first colour.
 */
function toneOf(place: number): string {
  return `tone-${String((place % TONES) + 1)}`
}

interface BarProps {
  readonly day: DaySales
  readonly x: number
  readonly most: number
  readonly title: string
}

function Bar({ day, x, most, title }: BarProps) {
  const heightOf = (count: number) => (count / most) * (HEIGHT - 4)
  return (
    <g>
      <title>{title}</title>
      <rect className="bar-ground" x={x} y={0} width={STEP} height={HEIGHT} />
      {day.editions.map(({ edition, cents: sold }, place) => {
        const below = day.editions.slice(0, place).reduce((sum, one) => sum + one.cents, 0)
        return (
          <rect
            key={edition}
            className={toneOf(place)}
            x={x + 3}
            y={HEIGHT - heightOf(below + sold)}
            width={STEP - 6}
            height={heightOf(sold)}
          />
        )
      })}
    </g>
  )
}
