import { useEffect, useState } from 'react'
import type { EditionId } from '#shared/editions.ts'
import type { RedeemByEdition, RedeemFacts } from '#shared/page-facts.ts'
import { readShop } from '#web/api/call-shop.ts'
import { usePaymentContext } from './payment-context.ts'
import { RedeemSteps } from './redeem-steps.tsx'

interface RedeemNoteProps {
  readonly edition: EditionId
  /** Whether its steps are shown without a press. */
  readonly isOpen: boolean
}

/** What to do with a key of an edition, once it is read; nothing where the game folder does not say it. */
export function RedeemNote({ edition, isOpen }: RedeemNoteProps) {
  const { texts } = usePaymentContext()
  const redeem = useRedeem(edition)
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

/** Reads it from the file that the page names. */
function useRedeem(edition: EditionId): RedeemFacts | null {
  const [read, setRead] = useState<RedeemByEdition | null>(null)
  useEffect(() => {
    const file = document.documentElement.dataset['redeem']
    const aborter = new AbortController()
    if (file !== undefined)
      void readShop<RedeemByEdition>(file, { signal: aborter.signal }).then((outcome) => {
        if (outcome.kind === 'ok') setRead(outcome.reply)
      })
    return () => {
      aborter.abort()
    }
  }, [])
  return read?.[edition] ?? null
}
