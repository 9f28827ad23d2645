import type { OfferedRail } from '#shared/api.ts'
import { networkName } from '#web/payment/coin-names.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { Fact } from '#web/payment/fact.tsx'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'

interface RailsClosedProps {
  readonly rails: readonly OfferedRail[]
  readonly onClose: () => void
}

/** Shown instead of the order form while no rail takes orders. The form comes back by itself. */
export function RailsClosed({ rails, onClose }: RailsClosedProps) {
  const { texts, supportEmail } = usePaymentContext()
  return (
    <section className="pay-closed">
      <div role="alert">
        <StepHeading>{texts.rail.none}</StepHeading>
      </div>
      <p>{texts.rail.noneNext}</p>
      <dl className="pay-facts">
        {rails.map(({ network, reason }) => (
          <Fact key={network} label={networkName(texts, network)}>
            {texts.rail[reason ?? 'unknown']}
          </Fact>
        ))}
      </dl>
      <p className="pay-help">
        <FillText text={texts.rail.help} values={{ email: <Latin>{supportEmail}</Latin> }} />
      </p>
      <div className="pay-foot">
        <button type="button" className="button pay-button-wide" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </section>
  )
}
