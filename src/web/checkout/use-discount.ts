import { useEffect, useEffectEvent, useState, useTransition, type Dispatch } from 'react'
import type { EditionId } from '#shared/editions.ts'
import { centsFromNumber } from '#shared/money.ts'
import type { CallCode } from '#web/api/call-shop.ts'
import { sendDiscountPreview } from '#web/api/payments.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import type { OrderFormEvent, OrderFormState } from './order-form-state.ts'

interface DiscountUse {
  readonly form: OrderFormState
  readonly dispatch: Dispatch<OrderFormEvent>
  readonly edition: EditionId
  readonly quantity: number
  /** Codes are not to be guessed: the shop looks them up for who has passed the verification. */
  readonly isVerified: boolean
  readonly onRefused: (code: CallCode) => void
}

/** Shows what the typed code takes off before anything is ordered: when asked to, and once the verification is passed. */
export function useDiscount({ form, dispatch, edition, quantity, isVerified, onRefused }: DiscountUse) {
  const { currency, hasCurrencyChoice = false } = usePaymentContext()
  const [isAsked, setIsAsked] = useState(false)
  const [isLooking, startLooking] = useTransition()
  const code = form.discountCode
  const look = async () => {
    const outcome = await sendDiscountPreview({
      edition,
      quantity,
      discountCode: code.trim(),
      ...(hasCurrencyChoice ? { currency } : {}),
    })
    if (outcome.kind === 'failed') {
      onRefused(outcome.code)
      return
    }
    const discountCents = centsFromNumber(outcome.reply.discount, currency)
    const totalCents = centsFromNumber(outcome.reply.price, currency)
    if (discountCents === null || totalCents === null) onRefused('INVALID_REPLY')
    else dispatch({ kind: 'codeFound', code, discount: { discountCents, totalCents } })
  }
  const apply = () => {
    setIsAsked(true)
    if (isVerified && code.trim() !== '' && !isLooking) startLooking(look)
  }
  const applyTyped = useEffectEvent(() => {
    if (form.discount === null && form.discountFault === null) apply()
  })
  useEffect(() => {
    if (isVerified) applyTyped()
  }, [isVerified])
  return {
    apply,
    isLooking,
    /** It was asked for before the verification. */
    isWaiting: isAsked && !isVerified && code.trim() !== '' && form.discountFault === null,
  }
}
