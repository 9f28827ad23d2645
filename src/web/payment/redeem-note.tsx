import type { RedeemFacts } from '#shared/page-facts.ts'
import { usePaymentContext } from './payment-context.ts'
import { RedeemSteps } from './redeem-steps.tsx'

interface RedeemNoteProps {
  /** Null where the game folder does not say it. */
  readonly redeem: RedeemFacts | null
  /** Whether its steps are shown without a press. */
  readonly isOpen: boolean
}

/** What to do with a key of an edition. */
export function RedeemNote({ redeem, isOpen }: RedeemNoteProps) {
  const { texts } = usePaymentContext()
  if (redeem === null) return null
  return (
    <details className="redeem" open={isOpen}>
      <summary>
        <h3>{texts.redeem.title}</h3>
      </summary>
      <RedeemSteps redeem={redeem} texts={texts} />
    </details>
  )
}
