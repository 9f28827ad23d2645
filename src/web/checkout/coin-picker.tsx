import { useId } from 'react'
import type { OfferedRail } from '#shared/api.ts'
import type { CoinId } from '#shared/assets.ts'
import { type Cents, cents, centRate, formatAmount, parseRate, quote, worthAt } from '#shared/money.ts'
import { type NetworkId, railOf } from '#shared/rails.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { CoinMark } from '#web/payment/coin-mark.tsx'
import { coinSymbol, networkName, amountText } from '#web/payment/coin-names.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { coinsToChoose, isPayable, networksOfCoin, railState } from './order-form-state.ts'
import { USD } from '#shared/currency.ts'
import { usualCosts } from '#shared/usual-costs.ts'
import { fill, formatPrice, plural } from '#texts/format.ts'

interface CoinPickerProps {
  readonly coin: CoinId | null
  readonly rails: readonly OfferedRail[]
  readonly totalCents: Cents
  readonly onCoin: (coin: CoinId) => void
}

export function CoinPicker({ coin, rails, totalCents, onCoin }: CoinPickerProps) {
  const { texts } = usePaymentContext()
  return (
    <fieldset className="pay-picker">
      <legend>{texts.coin.legend}</legend>
      <div className="pay-choices pay-choices-coins">
        {coinsToChoose(rails).map((one) => (
          <CoinChoice
            key={one}
            coin={one}
            rails={rails}
            totalCents={totalCents}
            isPicked={one === coin}
            onPick={() => onCoin(one)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CoinChoiceProps {
  readonly coin: CoinId
  readonly rails: readonly OfferedRail[]
  readonly totalCents: Cents
  readonly isPicked: boolean
  readonly onPick: () => void
}

function CoinChoice({ coin, rails, totalCents, isPicked, onPick }: CoinChoiceProps) {
  const { texts } = usePaymentContext()
  const networks = networksOfCoin(coin, rails)
  const [only] = networks
  const isOpen = networks.some((network) => isPayable(network, rails))
  return (
    <label className="pay-choice pay-choice-coin">
      <input type="radio" name="coin" value={coin} checked={isPicked} disabled={!isOpen} onChange={onPick} />
      <CoinMark coin={coin} />
      <span className="pay-choice-name">
        {texts.coin[coin]} <Latin className="pay-symbol">{coinSymbol(coin)}</Latin>
      </span>
      <CoinPrice networks={networks} rails={rails} totalCents={totalCents} />
      <span className="pay-choice-note">
        {networks.map((one) => (
          <span key={one} className="pay-network">
            {networkName(texts, one)}
          </span>
        ))}
        <UsualCostsNote networks={networks} rails={rails} totalCents={totalCents} />
        {networks.length === 1 && only !== undefined ? <RailNote network={only} rails={rails} /> : null}
      </span>
    </label>
  )
}

interface NetworkPickerProps {
  readonly coin: CoinId
  readonly network: NetworkId | null
  readonly rails: readonly OfferedRail[]
  readonly totalCents: Cents
  readonly onNetwork: (network: NetworkId) => void
}

/** Selects the network of a coin that runs on several. */
export function NetworkPicker({ coin, network, rails, totalCents, onNetwork }: NetworkPickerProps) {
  const { texts } = usePaymentContext()
  const group = useId()
  const networks = networksOfCoin(coin, rails)
  if (networks.length < 2) return null
  return (
    <fieldset className="pay-picker">
      <legend>{texts.network.legend}</legend>
      <div className="pay-choices pay-choices-networks">
        {networks.map((one) => (
          <label key={one} className="pay-choice">
            <input
              type="radio"
              name={group}
              value={one}
              checked={one === network}
              disabled={!isPayable(one, rails)}
              onChange={() => onNetwork(one)}
            />
            <span className="pay-choice-name pay-network">{networkName(texts, one)}</span>
            <span className="pay-choice-note">
              <UsualCostsNote networks={[one]} rails={rails} totalCents={totalCents} />
            </span>
            <RailNote network={one} rails={rails} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Shows why a rail is unavailable, or that it is simulated. */
function RailNote({
  network,
  rails,
}: {
  readonly network: NetworkId
  readonly rails: readonly OfferedRail[]
}) {
  const { texts } = usePaymentContext()
  const state = railState(network, rails)
  if (state === null) return null
  if (!state.available) return <span className="pay-badge">{texts.rail[state.reason ?? 'unknown']}</span>
  return state.simulated ? (
    <span className="pay-badge pay-badge-simulated">{texts.rail.simulated}</span>
  ) : null
}

interface RailFactsProps {
  /** The networks of one coin, or one of them. */
  readonly networks: readonly NetworkId[]
  readonly rails: readonly OfferedRail[]
  readonly totalCents: Cents
}

/** What the order costs in a coin at the current rate; nothing while no rate is known. The quote follows with the order. */
function CoinPrice({ networks: [network], rails, totalCents }: RailFactsProps) {
  const { currency } = usePaymentContext()
  const rate = network === undefined ? null : (railState(network, rails)?.rate ?? null)
  if (network === undefined || rate === null) return null
  const rail = railOf(network)
  const amount = formatAmount(quote(totalCents, currency, parseRate(rate), rail), rail.decimals)
  return <Latin className="pay-choice-price">≈ {amountText(amount, network)}</Latin>
}

/** The usual fee and time of a coin's networks: from the lowest fee to the highest, and the time of the slowest. */
function UsualCostsNote({ networks, rails, totalCents }: RailFactsProps) {
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
