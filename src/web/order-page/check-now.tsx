import { useState } from 'react'
import type { PaymentView } from '#web/api/payment-view.ts'
import { verifyPayment } from '#web/api/payments.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'

interface CheckNowProps {
  readonly payment: PaymentView
  /** Another step comes first. */
  readonly isQuiet: boolean
}

/** Makes the shop check the chain now, and says if nothing was found; what was found, the page shows by itself. */
export function CheckNow({ payment, isQuiet }: CheckNowProps) {
  const words = usePaymentContext().texts.verification
  const { reread } = useOrderContext()
  const [isChecking, setIsChecking] = useState(false)
  const [answer, setAnswer] = useState('')
  const check = async () => {
    setIsChecking(true)
    setAnswer('')
    const outcome = await verifyPayment(payment.id)
    setIsChecking(false)
    if (outcome.kind === 'failed') setAnswer(words.unanswered)
    else if (payment.status !== 'partial' && !outcome.reply.found) setAnswer(words.failed)
    reread()
  }
  return (
    <div className={isQuiet ? 'order-check-now' : 'order-foot'}>
      <p role="status">{isChecking ? words.checking : answer}</p>
      <button
        type="button"
        className={isQuiet ? 'button button-quiet' : 'button order-next'}
        aria-disabled={isChecking}
        onClick={() => {
          if (!isChecking) void check()
        }}
      >
        {words.check}
      </button>
    </div>
  )
}
