import type { OfferedRail } from '#shared/api.ts'
import { USD } from '#shared/currency.ts'
import { cents, centRate, formatAmount, parseRate, quote, worthAt, type Cents } from '#shared/money.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { usualCosts } from '#shared/usual-costs.ts'
import { fill, formatPrice, plural } from '#texts/format.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { amountText } from '#web/payment/coin-names.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { railState } from './order-form-state.ts'

interface RailFactsProps {
  /** The networks of one coin, or one of them. */
  readonly networks: readonly NetworkId[]
  readonly rails: readonly OfferedRail[]
  readonly totalCents: Cents
}

/** What the order costs in a coin at the current rate; nothing while no rate is known. The quote follows with the order. */
export function CoinPrice({ networks: [network], rails, totalCents }: RailFactsProps) {
  const { currency } = usePaymentContext()
  const rate = network === undefined ? null : (railState(network, rails)?.rate ?? null)
  if (network === undefined || rate === null) return null
  const rail = railOf(network)
  const amount = formatAmount(quote(totalCents, currency, parseRate(rate), rail), rail.decimals)
  return <Latin className="pay-choice-price">≈ {amountText(amount, network)}</Latin>
}

/** The usual fee and time of a coin's networks: from the lowest fee to the highest, and the time of the slowest. */
export function UsualCostsNote({ networks, rails, totalCents }: RailFactsProps) {
  const { texts, language, currency } = usePaymentContext()
  const { usual } = texts
  const dollars = rails[0]?.dollars ?? null
  // without a rate of the currency, what a dollar of it would need
  const dollarRate = centRate(parseRate(dollars ?? '1'), currency)
  const worth = worthAt(totalCents, dollarRate)
  const all = networks.map((network) =>
    usualCosts(network, worth, railState(network, rails)?.confirmations ?? null),
  )
  const low = Math.min(...all.map((one) => one.feeLow))
  const high = Math.max(...all.map((one) => one.feeHigh))
  const minutes = Math.max(...all.map((one) => one.minutes))
  const prices = {
    low: formatPrice(language, cents(low), USD),
    high: formatPrice(language, cents(high), USD),
  }
  return (
    <>
      <span>{fill(low === 0 ? usual.feeBelow : usual.fee, prices)}</span>
      <span>{minutes > 1 ? plural(language, usual.minutes, minutes) : usual.withinMinute}</span>
    </>
  )
}
