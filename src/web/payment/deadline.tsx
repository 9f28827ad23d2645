import { useEffect, useEffectEvent, useState } from 'react'
import { TOP_UP_S } from '#shared/constants.ts'
import { plural } from '#texts/format.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import type { PaymentView } from '#web/api/payment-view.ts'
import { formatClock } from './countdown.ts'
import { usePaymentContext } from './payment-context.ts'
import { useSecondsLeft } from './use-clock.ts'

const MINUTE_S = 60

/** Returns until when a partial payment can be completed and late payments are confirmed automatically. */
export function topUpDeadline({ expiresAt }: Pick<PaymentView, 'expiresAt'>): string {
  return new Date(Date.parse(expiresAt) + TOP_UP_S * 1000).toISOString()
}

/** The time left: of the payment window, and after it of the time in which the rest of a partial payment counts. */
export function Deadline({ payment }: { readonly payment: PaymentView }) {
  const { texts, language, announce } = usePaymentContext()
  const windowLeft = useSecondsLeft(payment.expiresAt)
  const restLeft = useSecondsLeft(topUpDeadline(payment))
  const isForRest = windowLeft === 0 && payment.status === 'partial'
  const left = isForRest ? restLeft : windowLeft
  const announceLeft = useEffectEvent((seconds: number) => {
    announce(
      seconds === 0 ? texts.panel.windowOver : plural(language, texts.panel.minutesLeft, seconds / MINUTE_S),
    )
  })
  const [wasOver] = useState(windowLeft === 0)
  const isAnnounced = (windowLeft === 0 && !wasOver) || windowLeft === MINUTE_S || windowLeft === 5 * MINUTE_S
  useEffect(() => {
    if (isAnnounced) announceLeft(windowLeft)
  }, [isAnnounced, windowLeft])
  return (
    <p className="pay-countdown" data-low={left <= MINUTE_S ? '' : undefined}>
      <span>{isForRest ? texts.panel.restLeft : texts.panel.timeLeft}</span>
      <span role="timer" aria-live="off">
        <Latin className="pay-clock">{formatClock(left)}</Latin>
      </span>
    </p>
  )
}
