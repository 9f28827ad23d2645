import type { BulletinForecast } from '#shared/bulletins-api.ts'
import type { Currency } from '#shared/currency.ts'
import { cents } from '#shared/money.ts'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'

interface WrongPriceForecastProps extends Pick<BulletinForecast, 'atWrongPrice'> {
  readonly currency: Currency
}

/** The orders at a wrong price by what became of them, with what they cost and what they should have cost. */
export function WrongPriceForecast({ atWrongPrice, currency }: WrongPriceForecastProps) {
  const { texts, language } = useAdmin()
  const words = texts.bulletins
  const price = (value: number) => <bdi>{formatPrice(language, cents(value), currency)}</bdi>
  return (
    <>
      <h3>{words.atWrongPrice}</h3>
      <dl className="figures">
        {atWrongPrice.map(({ state, orders, priceCents, rightCents }) => (
          <div key={state}>
            <dt>{fill(words.wrongPriceStates[state], { count: formatCount(language, orders) })}</dt>
            <dd>
              {price(priceCents)} <small>{words.insteadOf}</small> {price(rightCents)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
