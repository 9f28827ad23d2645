import { useId } from 'react'
import type { DiscountCode } from '#shared/discounts-api.ts'
import { cents } from '#shared/money.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { roundScale } from '#web/admin/statistics/round-scale.ts'
import { RowBar } from '#web/admin/statistics/row-bar.tsx'

/** What came of each code: a bar of the orders that were made with it, and in it those that were paid. */
export function CodeBars({ codes }: { readonly codes: readonly DiscountCode[] }) {
  const { texts, language } = useAdmin()
  const words = texts.discounts
  const id = useId()
  const used = codes.filter(({ made }) => made > 0).sort((one, other) => other.made - one.made)
  if (used.length === 0) return null
  const scale = roundScale(Math.max(...used.map(({ made }) => made)))
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{words.brought}</h3>
      <table className="bar-list" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{words.code}</th>
            <th scope="col">{words.made}</th>
            <th scope="col">{words.sold}</th>
            <th scope="col">{words.given}</th>
          </tr>
        </thead>
        <tbody>
          {used.map((code) => (
            <tr key={code.id}>
              <th scope="row">
                <bdi>{code.code}</bdi>
                <RowBar value={code.sold} whole={code.made} scale={scale} />
              </th>
              <td>{formatCount(language, code.made)}</td>
              <td>{formatCount(language, code.sold)}</td>
              <td>
                <Taken taken={code.taken} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Taken({ taken }: Pick<DiscountCode, 'taken'>) {
  const { texts, language } = useAdmin()
  if (taken.length === 0) return texts.shell.none
  return taken.map(({ currency, cents: amount }) => (
    <div key={currency}>{formatPrice(language, cents(amount), currency)}</div>
  ))
}
