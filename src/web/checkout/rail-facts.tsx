import type { OfferedRail } from '#shared/api.ts'
import { cents, formatAmount, parseRate, quote, type Cents } from '#shared/money.ts'
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
  const rate = network === undefined ? null : (railState(network, rails)?.rate ?? null)
  if (network === undefined || rate === null) return null
  const { decimals, shownDecimals } = railOf(network)
  const amount = formatAmount(quote(totalCents, parseRate(rate), decimals, shownDecimals), decimals)
  return <Latin className="pay-choice-price">≈ {amountText(amount, network)}</Latin>
}

/** The usual fee and time of a coin's networks: from the lowest fee to the highest, and the time of the slowest. */
export function UsualCostsNote({ networks, rails, totalCents }: RailFactsProps) {
  const { texts, language } = usePaymentContext()
  const { usual } = texts
  const all = networks.map((network) =>
    usualCosts(network, totalCents, railState(network, rails)?.confirmations ?? null),
  )
  const low = Math.min(...all.map((one) => one.feeLowCents))
  const high = Math.max(...all.map((one) => one.feeHighCents))
  const minutes = Math.max(...all.map((one) => one.minutes))
  const prices = { low: formatPrice(language, cents(low)), high: formatPrice(language, cents(high)) }
  return (
    <>
      <span>{fill(low === 0 ? usual.feeBelow : usual.fee, prices)}</span>
      <span>{minutes > 1 ? plural(language, usual.minutes, minutes) : usual.withinMinute}</span>
    </>
  )
}
