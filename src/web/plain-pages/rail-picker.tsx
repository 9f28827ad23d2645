import type { RailState } from '#shared/api.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { OrderFormFacts } from '#shared/plain-facts.ts'
import { railOf } from '#shared/rails.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { CoinMark } from '#web/payment/coin-mark.tsx'
import { coinName, networkName } from '#web/payment/coin-names.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { faultOf, isFirstFault, type FaultMessage } from './order-faults.ts'
import { FieldFault } from './plain-field.tsx'

interface RailPickerProps {
  readonly facts: PageFacts
  readonly form: OrderFormFacts
  readonly faults: readonly FaultMessage[]
}

/** Selects coin and network together: without a script the second choice cannot depend on the first. */
export function RailPicker({ facts, form, faults }: RailPickerProps) {
  const fault = faultOf(faults, 'network')
  const firstOpen = form.rails.find((rail) => rail.available)?.network
  const texts = siteTextsOf(facts.language).checkout
  return (
    <fieldset
      className="pay-picker"
      id="network"
      aria-describedby={fault === null ? undefined : 'network-fault'}
    >
      <legend>{plainTextsOf(facts.language).form.rail}</legend>
      {form.rails.every((rail) => !rail.available) ? <p className="pay-warning">{texts.rail.none}</p> : null}
      <div className="pay-choices plain-choices">
        {form.rails.map((rail) => (
          <RailChoice
            key={rail.network}
            rail={rail}
            texts={texts}
            isPicked={rail.network === form.typed.network}
            isFirstFault={isFirstFault(faults, 'network') && rail.network === firstOpen}
          />
        ))}
      </div>
      <FieldFault id="network" fault={fault} />
    </fieldset>
  )
}

interface RailChoiceProps {
  readonly rail: RailState
  readonly texts: ReturnType<typeof siteTextsOf>['checkout']
  readonly isPicked: boolean
  readonly isFirstFault: boolean
}

function RailChoice({ rail, texts, isPicked, ...props }: RailChoiceProps) {
  const { coin, symbol } = railOf(rail.network)
  return (
    <label className="pay-choice plain-choice-rail">
      <input
        type="radio"
        name="network"
        value={rail.network}
        defaultChecked={isPicked && rail.available}
        disabled={!rail.available}
        autoFocus={props.isFirstFault}
      />
      <CoinMark coin={coin} />
      <span className="plain-choice-words">
        <span className="pay-choice-name">
          {coinName(texts, coin)} <Latin className="pay-symbol">{symbol}</Latin>
        </span>
        <span className="pay-choice-note pay-network">{networkName(texts, rail.network)}</span>
        <RailNote rail={rail} texts={texts} />
      </span>
    </label>
  )
}

function RailNote({ rail, texts }: Pick<RailChoiceProps, 'rail' | 'texts'>) {
  if (!rail.available) return <span className="pay-badge">{texts.rail[rail.reason ?? 'unknown']}</span>
  return rail.simulated ? (
    <span className="pay-badge pay-badge-simulated">{texts.panel.simulation}</span>
  ) : null
}
