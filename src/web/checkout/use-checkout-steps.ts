import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type { OutputNetworks } from '#shared/address-form.ts'
import { INVOICE_DELAY_MS } from '#shared/constants.ts'
import { verifyPayment } from '#web/api/payments.ts'
import { checkoutReducer, type CheckoutEvent, type CheckoutState } from './checkout-state.ts'
import { paymentSecurity, type PaymentSecurity } from '#web/payment/payment-security.ts'
import { forgetPayment, storePayment, type StoredPayment } from '#web/payment/stored-payment.ts'
import { usePayment } from '#web/payment/use-payment.ts'
import { withViewTransition } from './view-transition.ts'

export interface CheckoutSteps {
  readonly state: CheckoutState
  readonly security: PaymentSecurity
  /** The last reads of the payment have failed. */
  readonly isFailing: boolean
  readonly send: (event: CheckoutEvent) => void
  /** Makes the shop check the chain now, if the security validation has passed; after a failed check, once more. */
  readonly check: () => void
}

/**
 * Runs the dialog's steps: dispatches events, watches the payment, delays the invoice by two seconds, stores the
 * unfinished payment.
 */
export function useCheckoutSteps(
  resume: StoredPayment | null,
  outputNetworks: OutputNetworks,
): CheckoutSteps {
  const [state, dispatch] = useReducer(checkoutReducer, resume, initialState)
  const paymentId = paymentIdOf(state)
  const query = usePayment(paymentId)
  const security = 'payment' in state ? paymentSecurity(state.payment, outputNetworks) : 'unread'
  const send = useAnimatedDispatch(state, dispatch)
  const sendEvent = useEffectEvent(send)

  const { payment, isMissing } = query
  useEffect(() => {
    if (payment !== null) sendEvent({ kind: 'read', payment })
  }, [payment])
  useEffect(() => {
    if (isMissing) sendEvent({ kind: 'notFound' })
  }, [isMissing])
  useInvoiceDelay(state, send)
  useStoreUnfinished(state)

  const check = () => {
    if (state.step === 'verification' && state.check.kind === 'failed') dispatch({ kind: 'tryAgain' })
    if (security !== 'valid' || state.step !== 'verification') {
      console.warn('Security validation not complete: the payment is not checked.')
      return
    }
    if (state.check.kind !== 'waiting' && state.check.kind !== 'failed') return
    dispatch({ kind: 'checkStarted' })
    void checkOutcome(state.payment.id).then((event) => {
      dispatch(event)
      query.reread()
    })
  }
  return { state, security, isFailing: query.isFailing, send, check }
}

function initialState(resume: StoredPayment | null): CheckoutState {
  return resume === null
    ? { step: 'form' }
    : { step: 'loading', paymentId: resume.paymentId, next: resume.step }
}

function paymentIdOf(state: CheckoutState): string | null {
  if (state.step === 'loading') return state.paymentId
  return 'payment' in state ? state.payment.id : null
}

async function checkOutcome(paymentId: string): Promise<CheckoutEvent> {
  const outcome = await verifyPayment(paymentId)
  if (outcome.kind === 'failed') {
    console.warn(`The payment could not be checked: ${outcome.code}. ${outcome.error}`)
    return { kind: 'checkUnanswered' }
  }
  const { found, confirmed } = outcome.reply
  return { kind: 'checkAnswered', isFound: found, isConfirmed: confirmed }
}

/** Dispatches events, and animates a change of step. */
function useAnimatedDispatch(
  state: CheckoutState,
  dispatch: (event: CheckoutEvent) => void,
): (event: CheckoutEvent) => void {
  return (event) => {
    const isMove = checkoutReducer(state, event).step !== state.step
    if (isMove) {
      withViewTransition(() => dispatch(event))
    } else {
      dispatch(event)
    }
  }
}

/** Shows the invoice two seconds after the confirmation. */
function useInvoiceDelay(state: CheckoutState, send: (event: CheckoutEvent) => void): void {
  const isConfirmed = state.step === 'verification' && state.check.kind === 'confirmed'
  const sendEvent = useEffectEvent(send)
  useEffect(() => {
    if (!isConfirmed) return
    const timer = setTimeout(() => sendEvent({ kind: 'invoiceDue' }), INVOICE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isConfirmed])
}

/** Stores the unfinished payment and its step in this browser. */
function useStoreUnfinished(state: CheckoutState): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (state.step === 'missing' && last.current !== null) forgetPayment(last.current)
    last.current = paymentIdOf(state) ?? last.current
    if (state.step !== 'payment' && state.step !== 'verification') return
    const { payment, step } = state
    storePayment({ paymentId: payment.id, edition: payment.edition, quantity: payment.quantity, step })
  }, [state])
}
